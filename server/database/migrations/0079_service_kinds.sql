-- The offer that a service could deliver, read from its name. The next import of each catalog fills it.
ALTER TABLE "provider_services" ADD COLUMN IF NOT EXISTS "platform" text;--> statement-breakpoint
ALTER TABLE "provider_services" ADD COLUMN IF NOT EXISTS "action" text;--> statement-breakpoint
ALTER TABLE "provider_services" ADD COLUMN IF NOT EXISTS "search_text" text GENERATED ALWAYS AS (lower(name || ' ' || category)) STORED;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "provider_services_kind" ON "provider_services" USING btree ("provider_id","platform","action");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "provider_services_order" ON "provider_services" USING btree ("provider_id",("gone_at" is not null),coalesce("rate_per_thousand", 1000000000000),"service_id");
