CREATE TABLE "accepted_terms" (
	"hash" text PRIMARY KEY NOT NULL,
	"terms" text NOT NULL,
	"refunds" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Orders of before have none of these.
ALTER TABLE "orders" ADD COLUMN "terms_version" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network_country" text;--> statement-breakpoint
-- Disputes of before have no due date.
ALTER TABLE "payment_attempts" ADD COLUMN "dispute_due_at" timestamp (3) with time zone;
