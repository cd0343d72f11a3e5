-- Orders and visits of before have no source: `unknown`, and the referrer.
ALTER TABLE "orders" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "device_type" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "source" text;
