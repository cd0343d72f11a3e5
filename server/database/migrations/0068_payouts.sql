-- Payouts of the gateways with what each contains, and how many refunds have their fee.
CREATE TABLE "payout_reads" (
	"gateway" text PRIMARY KEY NOT NULL,
	"read_at" timestamp (3) with time zone,
	"problem" text,
	"problem_coded" jsonb
);
--> statement-breakpoint
CREATE TABLE "payout_transactions" (
	"payout_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"transaction_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"paid_cents" bigint,
	"paid_currency" text,
	"source_id" text,
	"order_id" text,
	"attempt_number" smallint,
	"difference" text,
	CONSTRAINT "payout_transactions_payout_id_number_pk" PRIMARY KEY("payout_id","number"),
	CONSTRAINT "payout_transactions_kind" CHECK ("payout_transactions"."kind" in ('payment', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'fee', 'adjustment', 'payout_returned', 'other')),
	CONSTRAINT "payout_transactions_difference" CHECK ("payout_transactions"."difference" in ('unknown_payment', 'other_amount', 'unknown_refund', 'unknown_dispute')),
	CONSTRAINT "payout_transactions_payment_known" CHECK (("payout_transactions"."order_id" is null) = ("payout_transactions"."attempt_number" is null))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"gateway_payout_id" text,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"from_day" date,
	"to_day" date,
	"note" text DEFAULT '' NOT NULL,
	"failure" text,
	"contents" text NOT NULL,
	"contents_cents" bigint,
	"differences" integer DEFAULT 0 NOT NULL,
	"payments" integer,
	"captured_cents" bigint,
	"refunded_cents" bigint,
	"disputed_cents" bigint,
	"fee_cents" bigint,
	"unknown_fees" integer,
	"difference_key" text,
	"differs_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('pending', 'in_transit', 'paid', 'failed', 'canceled', 'unknown')),
	CONSTRAINT "payouts_contents" CHECK ("payouts"."contents" in ('complete', 'pending', 'none', 'typed')),
	CONSTRAINT "payouts_currency" CHECK ("payouts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payouts_typed_period" CHECK (("payouts"."contents" = 'typed') = ("payouts"."gateway_payout_id" is null) and ("payouts"."contents" = 'typed') = ("payouts"."from_day" is not null)
        and ("payouts"."from_day" is null) = ("payouts"."to_day" is null) and "payouts"."from_day" <= "payouts"."to_day"),
	CONSTRAINT "payouts_difference" CHECK (("payouts"."difference_key" is null) = ("payouts"."differs_since" is null)),
	CONSTRAINT "payouts_note" CHECK (char_length("payouts"."note") <= 200)
);
--> statement-breakpoint
ALTER TABLE "payment_fees" ADD COLUMN "refunds" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_fees" ADD COLUMN "later_parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_transactions" ADD CONSTRAINT "payout_transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_transactions" ADD CONSTRAINT "payout_transactions_of" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_transactions_id" ON "payout_transactions" USING btree ("payout_id","transaction_id");--> statement-breakpoint
CREATE INDEX "payout_transactions_payment" ON "payout_transactions" USING btree ("order_id","attempt_number") WHERE "payout_transactions"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "payout_transactions_differing" ON "payout_transactions" USING btree ("payout_id","number") WHERE "payout_transactions"."difference" is not null;--> statement-breakpoint
CREATE INDEX "payouts_newest" ON "payouts" USING btree ("day" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "payouts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_gateway" ON "payouts" USING btree ("gateway","gateway_payout_id") WHERE "payouts"."gateway_payout_id" is not null;--> statement-breakpoint
CREATE INDEX "payouts_on_the_way" ON "payouts" USING btree ("currency") WHERE "payouts"."state" in ('pending', 'in_transit');--> statement-breakpoint
CREATE INDEX "payouts_differing" ON "payouts" USING btree ("differs_since" DESC NULLS FIRST) WHERE "payouts"."differs_since" is not null and "payouts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "payouts_typed" ON "payouts" USING btree ("to_day") WHERE "payouts"."to_day" is not null and "payouts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_money" ON "payment_events" USING btree ("happened_at") WHERE "payment_events"."conclusion" in ('captured', 'confirmed', 'second_capture', 'overcharged', 'mismatch', 'part_refunded', 'refunded', 'charged_back', 'won_back', 'refund_refunded');--> statement-breakpoint
-- The refunds whose fees are in the estimates: those of the store, and what was refunded at the gateway as one.
UPDATE "payment_fees" f SET "refunds" = g.count
FROM (
	SELECT p.order_id, p.attempt_number, r.count + (CASE WHEN p.of_sale AND o.refunded_cents > r.cents THEN 1 ELSE 0 END) AS count
	FROM "orders" o JOIN "payment_fees" p ON p.order_id = o.id,
		LATERAL (SELECT count(*)::int AS count, coalesce(sum(amount_cents), 0) AS cents FROM "refunds"
			WHERE order_id = p.order_id AND attempt_number = p.attempt_number AND state = 'refunded') r
	WHERE o.refunded_cents > 0 AND p.attempt_number > 0
) g WHERE f.order_id = g.order_id AND f.attempt_number = g.attempt_number AND g.count > 0;
