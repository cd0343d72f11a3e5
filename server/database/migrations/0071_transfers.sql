CREATE TABLE "transfers" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"reference" text NOT NULL,
	"due_cents" integer NOT NULL,
	"due_currency" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "transfers_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "transfers_reference_form" CHECK ("transfers"."reference" ~ '^[2-9A-Z]{8}$'),
	CONSTRAINT "transfers_due_amount" CHECK ("transfers"."due_cents" > 0),
	CONSTRAINT "transfers_due_currency" CHECK ("transfers"."due_currency" in ('USD', 'BRL'))
);
--> statement-breakpoint
CREATE TABLE "transfer_decisions" (
	"line_key" text PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"order_id" text,
	"day" date NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"note" text NOT NULL,
	"decided_by" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transfer_decisions_decision" CHECK ("transfer_decisions"."decision" in ('accepted', 'left')),
	CONSTRAINT "transfer_decisions_order_of_accepted" CHECK ("transfer_decisions"."decision" <> 'accepted' or "transfer_decisions"."order_id" is not null),
	CONSTRAINT "transfer_decisions_amount" CHECK ("transfer_decisions"."amount_cents" > 0),
	CONSTRAINT "transfer_decisions_note" CHECK (char_length("transfer_decisions"."note") <= 500)
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_attempt" FOREIGN KEY ("order_id","number") REFERENCES "public"."payment_attempts"("order_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_decisions" ADD CONSTRAINT "transfer_decisions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_reference" ON "transfers" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "transfers_due" ON "transfers" USING btree ("due_cents","due_currency","opened_at") WHERE "transfers"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "transfer_decisions_order" ON "transfer_decisions" USING btree ("order_id") WHERE "transfer_decisions"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "transfer" jsonb;--> statement-breakpoint
-- As contract/order-progress.ts: an order that waits for a transfer has the payment status `none`.
CREATE OR REPLACE FUNCTION payment_state_of(o orders) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_confirming boolean := false;
  is_declined boolean := false;
  is_awaiting_transfer boolean := false;
BEGIN
  IF o.payment_status IN ('disputed', 'refunded') THEN
    RETURN o.payment_status;
  ELSIF o.payment_status = 'paid' THEN
    RETURN CASE WHEN o.refunded_cents >= o.amount_cents THEN 'refunded' WHEN o.refunded_cents > 0 THEN 'partly_refunded' ELSE 'paid' END;
  ELSE
    SELECT coalesce(bool_or(confirming_since IS NOT NULL OR unknown_status IS NOT NULL OR state = 'mismatch'), false),
      coalesce((array_agg(failed_tries ORDER BY number DESC))[1] > 0, false),
      coalesce(bool_or(gateway = 'manual' AND state = 'open'), false)
    INTO is_confirming, is_declined, is_awaiting_transfer FROM payment_attempts WHERE order_id = o.id;
    -- Before the first form the rows of attempts have no meaning, except that of a transfer.
    IF o.payment_status = 'none' AND NOT is_awaiting_transfer THEN
      is_confirming := false;
      is_declined := false;
    END IF;
  END IF;
  RETURN CASE
    WHEN is_confirming THEN 'confirming'
    WHEN is_awaiting_transfer THEN 'awaiting_transfer'
    WHEN is_declined OR o.payment_status = 'failed' THEN 'declined'
    WHEN o.status = 'failed' OR o.payment_status = 'expired' THEN 'expired'
    ELSE 'unpaid' END;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_attempts_state_added AFTER INSERT ON "payment_attempts" FOR EACH ROW
WHEN (NEW.number > 1 OR NEW.gateway = 'manual' OR NEW.confirming_since IS NOT NULL OR NEW.unknown_status IS NOT NULL OR NEW.state = 'mismatch' OR NEW.failed_tries > 0)
EXECUTE FUNCTION refresh_payment_state();--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_attempts_state_changed AFTER UPDATE OF state, confirming_since, unknown_status, failed_tries, decline_code ON "payment_attempts" FOR EACH ROW
WHEN ((OLD.confirming_since IS NULL, OLD.unknown_status IS NULL, OLD.state = 'mismatch', OLD.failed_tries > 0, CASE WHEN OLD.failed_tries > 0 THEN OLD.decline_code END,
    OLD.gateway = 'manual' AND OLD.state = 'open')
  IS DISTINCT FROM (NEW.confirming_since IS NULL, NEW.unknown_status IS NULL, NEW.state = 'mismatch', NEW.failed_tries > 0, CASE WHEN NEW.failed_tries > 0 THEN NEW.decline_code END,
    NEW.gateway = 'manual' AND NEW.state = 'open'))
EXECUTE FUNCTION refresh_payment_state();
