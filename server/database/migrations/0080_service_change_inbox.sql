-- Which changes of services are open, and how the others were settled. Those of the versions before count as settled.
ALTER TABLE "service_changes" ADD COLUMN IF NOT EXISTS "open_from" text;--> statement-breakpoint
ALTER TABLE "service_changes" ADD COLUMN IF NOT EXISTS "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_changes" ADD COLUMN IF NOT EXISTS "settled_as" text;--> statement-breakpoint
ALTER TABLE "service_changes" ADD COLUMN IF NOT EXISTS "settled_by" text;--> statement-breakpoint
ALTER TABLE "service_changes" ADD COLUMN IF NOT EXISTS "note" text;--> statement-breakpoint
UPDATE "service_changes" SET "settled_at" = "changed_at", "settled_as" = 'earlier' WHERE "settled_at" IS NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "service_changes_open" ON "service_changes" USING btree ("id") WHERE "service_changes"."settled_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "service_changes_of_terms" ON "service_changes" USING btree ("id") WHERE "service_changes"."kind" not in ('price_up', 'price_down');
