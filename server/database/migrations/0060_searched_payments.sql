ALTER TABLE "payment_attempts" ADD COLUMN IF NOT EXISTS "payment_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN IF NOT EXISTS "gateway_refund_id" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_attempts_card" ON "payment_attempts" USING btree ("card_last4","opened_at" DESC NULLS FIRST) WHERE "payment_attempts"."card_last4" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_attempts_transaction" ON "payment_attempts" USING btree ("transaction_id") WHERE "payment_attempts"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_attempts_payment" ON "payment_attempts" USING btree ("payment_id") WHERE "payment_attempts"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_attempts_session" ON "payment_attempts" USING btree (split_part("session_id", '_secret_', 1)) WHERE "payment_attempts"."session_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refunds_gateway_id" ON "refunds" USING btree ("gateway_refund_id") WHERE "refunds"."gateway_refund_id" is not null;