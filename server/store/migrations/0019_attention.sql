CREATE TABLE "attention_aside" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"note" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attention_aside_kind_subject_pk" PRIMARY KEY("kind","subject"),
	CONSTRAINT "attention_aside_note" CHECK (char_length("attention_aside"."note") between 1 and 500)
);
--> statement-breakpoint
CREATE INDEX "alerts_of_money" ON "alerts" USING btree ("type","raised_at" DESC NULLS FIRST) WHERE "alerts"."type" in ('payment_mismatch', 'second_capture', 'chargeback', 'late_payment', 'money_difference',
          'refund_failed');--> statement-breakpoint
CREATE INDEX "delivery_requests_in_vain" ON "delivery_requests" USING btree ("requested_at" DESC NULLS FIRST) WHERE "delivery_requests"."kind" = 'refill' and "delivery_requests"."state" in ('rejected', 'refused', 'unknown');--> statement-breakpoint
CREATE INDEX "dispatches_failed" ON "dispatches" USING btree ("claimed_at" DESC NULLS FIRST) WHERE "dispatches"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "dispatches_stopped" ON "dispatches" USING btree ("claimed_at" DESC NULLS FIRST) WHERE "dispatches"."state" = 'sent' and not "dispatches"."following" and lower(trim("dispatches"."live_status")) in
          ('partial', 'canceled', 'cancelled', 'refunded', 'fail', 'failed', 'error');--> statement-breakpoint
CREATE INDEX "mails_undelivered" ON "mails" USING btree ("created_at" DESC NULLS FIRST) WHERE "mails"."state" = 'failed';