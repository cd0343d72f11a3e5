ALTER TABLE "dispatches" ADD COLUMN "settled_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "look_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "payment_attempts_sweep" ON "payment_attempts" USING btree ("look_at") WHERE "payment_attempts"."state" in ('opening', 'open', 'lost', 'closed', 'mismatch');