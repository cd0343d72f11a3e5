-- Sales by day, country of the buyer's network and country of the card, for the tax report, and the rates that the operator enters.
-- Triggers append to tax_days as to finance_days. They are triggers of a row: most changes of an order change none of this.
LOCK TABLE "orders", "payment_attempts" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN IF NOT EXISTS "card_country" text;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "tax_days" (
	"day" date NOT NULL,
	"sold_at" timestamp (3) with time zone,
	"country" text NOT NULL,
	"card_country" text NOT NULL,
	"currency" text NOT NULL,
	"paid" integer NOT NULL,
	"sales_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"disputed_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "tax_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"country_code" text NOT NULL,
	"hundredths" integer NOT NULL,
	"valid_from" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tax_rates_country" CHECK ("tax_rates"."country_code" ~ '^[A-Z]{2}$'),
	CONSTRAINT "tax_rates_percent" CHECK ("tax_rates"."hundredths" between 0 and 10000)
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "tax_days_day" ON "tax_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "tax_days_appended" ON "tax_days" USING btree ("day") WHERE "tax_days"."sold_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "tax_rates_once" ON "tax_rates" USING btree ("country_code","valid_from");--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_tax_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
  -- Of the payment that paid the order.
  card text := coalesce((SELECT card_country FROM payment_attempts
    WHERE order_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END AND state = 'paid'), '');
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.paid_at IS NOT NULL THEN
    INSERT INTO tax_days (day, sold_at, country, card_country, currency, paid, sales_cents, refunded_cents, disputed_cents)
    VALUES ((quarter_of(OLD.paid_at) AT TIME ZONE zone)::date, quarter_of(OLD.paid_at), coalesce(OLD.network_country, ''), card,
      OLD.currency, -1, -OLD.amount_cents, -OLD.refunded_cents,
      -disputed_cents(OLD.payment_status, OLD.amount_cents, OLD.refunded_cents));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.paid_at IS NOT NULL THEN
    INSERT INTO tax_days (day, sold_at, country, card_country, currency, paid, sales_cents, refunded_cents, disputed_cents)
    VALUES ((quarter_of(NEW.paid_at) AT TIME ZONE zone)::date, quarter_of(NEW.paid_at), coalesce(NEW.network_country, ''), card,
      NEW.currency, 1, NEW.amount_cents, NEW.refunded_cents,
      disputed_cents(NEW.payment_status, NEW.amount_cents, NEW.refunded_cents));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_tax_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tax_days (day, sold_at, country, card_country, currency, paid, sales_cents, refunded_cents, disputed_cents)
  SELECT (quarter_of(o.paid_at) AT TIME ZONE orders_zone())::date, quarter_of(o.paid_at), coalesce(o.network_country, ''),
    coalesce(m.card, ''), o.currency, m.one, m.one * o.amount_cents, m.one * o.refunded_cents,
    m.one * disputed_cents(o.payment_status, o.amount_cents, o.refunded_cents)
  FROM (VALUES (-1, CASE WHEN OLD.state = 'paid' THEN OLD.card_country END),
    (1, CASE WHEN NEW.state = 'paid' THEN NEW.card_country END)) AS m (one, card), orders o
  WHERE o.id = NEW.order_id AND o.paid_at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION compute_tax_days(zone text) RETURNS SETOF tax_days LANGUAGE sql STABLE AS $$
  -- What tax_days is, in terms of orders.
  SELECT (o.paid_at AT TIME ZONE zone)::date, NULL::timestamptz, coalesce(o.network_country, ''), coalesce(a.card_country, ''),
    o.currency, count(*)::int, sum(o.amount_cents)::bigint, sum(o.refunded_cents)::bigint,
    sum(disputed_cents(o.payment_status, o.amount_cents, o.refunded_cents))::bigint
  FROM orders o LEFT JOIN payment_attempts a ON a.order_id = o.id AND a.state = 'paid'
  WHERE o.paid_at IS NOT NULL GROUP BY 1, 3, 4, 5
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_tax_days() RETURNS void LANGUAGE sql AS $$
  DELETE FROM tax_days;
  INSERT INTO tax_days SELECT * FROM compute_tax_days(orders_zone());
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_taxed_added AFTER INSERT ON "orders" FOR EACH ROW
  WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION roll_tax_of_order();--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_taxed_removed AFTER DELETE ON "orders" FOR EACH ROW
  WHEN (OLD.paid_at IS NOT NULL) EXECUTE FUNCTION roll_tax_of_order();--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_taxed_changed AFTER UPDATE ON "orders" FOR EACH ROW
  WHEN ((OLD.paid_at, OLD.amount_cents, OLD.refunded_cents, OLD.payment_status = 'disputed', OLD.network_country, OLD.currency)
    IS DISTINCT FROM (NEW.paid_at, NEW.amount_cents, NEW.refunded_cents, NEW.payment_status = 'disputed', NEW.network_country,
      NEW.currency))
  EXECUTE FUNCTION roll_tax_of_order();--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_attempts_taxed_changed AFTER UPDATE ON "payment_attempts" FOR EACH ROW
  WHEN (CASE WHEN OLD.state = 'paid' THEN OLD.card_country END IS DISTINCT FROM CASE WHEN NEW.state = 'paid' THEN NEW.card_country END)
  EXECUTE FUNCTION roll_tax_of_card();--> statement-breakpoint
SELECT rebuild_tax_days();
