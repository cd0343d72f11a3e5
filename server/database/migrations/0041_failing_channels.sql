ALTER TABLE "notification_channels" ADD COLUMN "failing_since" timestamp (3) with time zone;
--> statement-breakpoint
UPDATE "notification_channels" SET "failing_since" = coalesce("last_failed_at", "created_at") WHERE "failures" > 0;
