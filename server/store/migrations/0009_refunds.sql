CREATE TABLE "refunds" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"attempt_number" smallint,
	"refund_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"undelivered_quantity" integer,
	"state" text NOT NULL,
	"problem" text,
	"request_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"look_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "refunds_number" CHECK ("refunds"."number" > 0),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_reason" CHECK (char_length("refunds"."reason") between 1 and 500),
	CONSTRAINT "refunds_undelivered" CHECK ("refunds"."undelivered_quantity" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('asking', 'pending', 'unclear', 'refunded', 'failed')),
	CONSTRAINT "refunds_open_is_watched" CHECK (("refunds"."state" in ('refunded', 'failed')) = ("refunds"."look_at" is null))
);
--> statement-breakpoint
DROP INDEX "mails_once";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "refund_number" smallint;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "refund_number" smallint;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt" FOREIGN KEY ("order_id","attempt_number") REFERENCES "public"."payment_attempts"("order_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_refund_id" ON "refunds" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request" ON "refunds" USING btree ("order_id","request_key");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("look_at") WHERE "refunds"."state" in ('asking', 'pending', 'unclear');--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("kind","order_id",coalesce("refund_number", 0));
--> statement-breakpoint
CREATE FUNCTION hold_refunds_to_captured() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  captured_cents bigint;
  live_cents bigint;
BEGIN
  -- One refund of an order at a time, so that each sees the ones before it.
  PERFORM FROM orders WHERE id = NEW.order_id FOR UPDATE;
  IF NEW.state = 'failed' THEN
    RETURN NEW;
  END IF;
  IF NEW.attempt_number IS NULL THEN
    SELECT amount_cents INTO captured_cents FROM orders WHERE id = NEW.order_id AND paid_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM payment_attempts WHERE order_id = NEW.order_id AND state = 'paid');
  ELSE
    SELECT amount_cents INTO captured_cents FROM payment_attempts
      WHERE order_id = NEW.order_id AND number = NEW.attempt_number AND state IN ('paid', 'second_capture');
  END IF;
  SELECT coalesce(sum(amount_cents), 0) INTO live_cents FROM refunds
    WHERE order_id = NEW.order_id AND attempt_number IS NOT DISTINCT FROM NEW.attempt_number
      AND number <> NEW.number AND state <> 'failed';
  IF live_cents + NEW.amount_cents > coalesce(captured_cents, 0) THEN
    RAISE EXCEPTION 'More would be given back than was captured' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_captured', TABLE = 'refunds';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_within_captured BEFORE INSERT OR UPDATE ON "refunds" FOR EACH ROW EXECUTE FUNCTION hold_refunds_to_captured();--> statement-breakpoint
CREATE FUNCTION hold_refund_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_id, NEW.number, NEW.refund_id, NEW.amount_cents, NEW.currency, NEW.reason, NEW.requested_by)
    IS DISTINCT FROM (OLD.order_id, OLD.number, OLD.refund_id, OLD.amount_cents, OLD.currency, OLD.reason, OLD.requested_by)
    OR NEW.attempt_number IS DISTINCT FROM OLD.attempt_number
    OR (OLD.state IN ('refunded', 'failed') AND NEW.state <> OLD.state) THEN
    RAISE EXCEPTION 'A refund is not another one afterwards';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_facts BEFORE UPDATE ON "refunds" FOR EACH ROW EXECUTE FUNCTION hold_refund_facts();--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE OR TRUNCATE ON "refunds" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
