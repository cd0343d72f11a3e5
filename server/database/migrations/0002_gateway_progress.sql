ALTER TABLE "payment_attempts" ADD COLUMN "gateway_progress" jsonb;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "unknown_status" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "unknown_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "unknown_looks" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "dispatches_unknown_status" ON "dispatches" USING btree ("claimed_at" DESC NULLS FIRST) WHERE "dispatches"."state" = 'sent' and "dispatches"."following" and regexp_replace(lower(trim("dispatches"."live_status")), '[\s_-]+', '', 'g') not in ('pending', 'processing', 'inprogress', 'completed', 'partial', 'canceled', 'cancelled', 'refunded', 'fail', 'failed', 'error');--> statement-breakpoint
CREATE INDEX "payment_attempts_unknown_status" ON "payment_attempts" USING btree ("unknown_since") WHERE "payment_attempts"."unknown_status" is not null;