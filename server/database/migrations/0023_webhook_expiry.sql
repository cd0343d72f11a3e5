-- Webhooks of before never expire.
ALTER TABLE "webhook_endpoints" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_expiring" ON "webhook_endpoints" USING btree ("expires_at") WHERE "webhook_endpoints"."enabled" and "webhook_endpoints"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "api_keys_expiring" ON "api_keys" USING btree ("expires_at") WHERE "api_keys"."revoked_at" is null and "api_keys"."expires_at" is not null;