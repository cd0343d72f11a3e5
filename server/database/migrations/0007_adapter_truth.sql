ALTER TABLE "payment_attempts" ADD COLUMN "gateway_status" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "card_last4" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "decline_code" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "transaction_id" text;--> statement-breakpoint
ALTER TABLE "provider_looks" ADD COLUMN "check_state" text;--> statement-breakpoint
ALTER TABLE "provider_looks" ADD COLUMN "check_problem" text;--> statement-breakpoint
ALTER TABLE "provider_looks" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_looks" ADD COLUMN "checked_with" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_card_brand" CHECK ("payment_attempts"."card_brand" ~ '^[A-Za-z][A-Za-z _-]{1,29}$');--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_card_last4" CHECK ("payment_attempts"."card_last4" ~ '^[0-9]{4}$');