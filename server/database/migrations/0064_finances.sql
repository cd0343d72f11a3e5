-- What is kept of the sales: gateway fees, the provider's cost of each send, other costs, and their roll-up by day. Triggers
-- append to finance_days as they do to revenue_days, without locks; rebuild_figures() defines all of it in terms of orders.
LOCK TABLE "orders" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN IF NOT EXISTS "rate" numeric(18, 6);--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN IF NOT EXISTS "cost_currency" text;--> statement-breakpoint
ALTER TABLE "link_replacements" ADD COLUMN IF NOT EXISTS "rate" numeric(18, 6);--> statement-breakpoint
ALTER TABLE "link_replacements" ADD COLUMN IF NOT EXISTS "cost_currency" text;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "payment_fees" (
	"order_id" text NOT NULL,
	"attempt_number" smallint NOT NULL,
	"amount_cents" bigint,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"of_sale" boolean NOT NULL,
	"charged_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_fees_order_id_attempt_number_pk" PRIMARY KEY("order_id","attempt_number"),
	CONSTRAINT "payment_fees_state" CHECK ("payment_fees"."state" in ('unknown', 'estimated', 'final')),
	CONSTRAINT "payment_fees_known" CHECK (("payment_fees"."state" = 'unknown') = ("payment_fees"."amount_cents" is null)),
	CONSTRAINT "payment_fees_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "other_costs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"source" text,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"note" text NOT NULL,
	"import_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "other_costs_kind" CHECK ("other_costs"."kind" in ('ads', 'hosting', 'other')),
	CONSTRAINT "other_costs_source" CHECK (("other_costs"."kind" = 'ads') or ("other_costs"."source" is null)),
	CONSTRAINT "other_costs_amount" CHECK ("other_costs"."amount_cents" between 1 and 100000000),
	CONSTRAINT "other_costs_currency" CHECK ("other_costs"."currency" = 'USD'),
	CONSTRAINT "other_costs_texts" CHECK (char_length("other_costs"."note") <= 200 and char_length("other_costs"."source") <= 100)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "finance_days" (
	"day" date NOT NULL,
	"sold_at" timestamp (3) with time zone,
	"category" text NOT NULL,
	"country" text NOT NULL,
	"provider_id" text NOT NULL,
	"currency" text NOT NULL,
	"paid" integer DEFAULT 0 NOT NULL,
	"sales_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"disputed_cents" bigint DEFAULT 0 NOT NULL,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"known_fees" integer DEFAULT 0 NOT NULL,
	"estimated_fees" integer DEFAULT 0 NOT NULL,
	"cost" numeric(24, 6) DEFAULT 0 NOT NULL,
	"sends" integer DEFAULT 0 NOT NULL,
	"estimated_costs" integer DEFAULT 0 NOT NULL,
	"unknown_costs" integer DEFAULT 0 NOT NULL,
	"is_total" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "other_costs_newest" ON "other_costs" USING btree ("day" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "other_costs"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "other_costs_import" ON "other_costs" USING btree ("import_key") WHERE "other_costs"."import_key" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "finance_days_day" ON "finance_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "finance_days_appended" ON "finance_days" USING btree ("day") WHERE "finance_days"."sold_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "finance_days_totals" ON "finance_days" USING btree ("day") WHERE "finance_days"."is_total";--> statement-breakpoint
UPDATE dispatches d SET cost_currency = upper(trim(l.currency)) FROM provider_looks l
WHERE l.provider_id = d.provider_id AND upper(trim(l.currency)) NOT IN ('', 'USD');--> statement-breakpoint
UPDATE link_replacements r SET cost_currency = upper(trim(l.currency)) FROM provider_looks l
WHERE l.provider_id = r.provider_id AND upper(trim(l.currency)) NOT IN ('', 'USD');--> statement-breakpoint
CREATE OR REPLACE FUNCTION send_cost(charge numeric, rate numeric, units integer) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  -- The charge of the provider is final. Before it, the price of 1,000 units when the link was sent.
  SELECT coalesce(charge, round(rate * greatest(units, 0) / 1000, 6), 0)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION disputed_cents(payment_status text, amount_cents integer, refunded_cents integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN payment_status = 'disputed' THEN amount_cents - refunded_cents ELSE 0 END::bigint
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION undelivered_of(live_status text, remains integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN placed_outcome(live_status) = 'ended' THEN coalesce(remains, 0) ELSE 0 END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION order_costs() RETURNS TABLE (order_id text, provider_id text, currency text, fee_cents bigint,
  known_fees integer, estimated_fees integer, cost numeric, sends integer, estimated_costs integer, unknown_costs integer)
LANGUAGE sql STABLE AS $$
  -- One row a fee and a send. A function of one statement, which PostgreSQL puts in place of its call.
  SELECT f.order_id, '', f.currency, coalesce(f.amount_cents, 0)::bigint, (f.of_sale AND f.state <> 'unknown')::int,
    (f.of_sale AND f.state = 'estimated')::int, 0::numeric, 0, 0, 0
  FROM payment_fees f
  UNION ALL
  SELECT d.order_id, d.provider_id, coalesce(d.cost_currency, 'USD'), 0, 0, 0,
    send_cost(d.charge, d.rate, d.quantity - undelivered_of(d.live_status, d.remains)),
    1, (d.charge IS NULL AND d.rate IS NOT NULL)::int, (d.charge IS NULL AND d.rate IS NULL)::int
  FROM dispatches d WHERE d.state = 'sent'
  UNION ALL
  SELECT l.order_id, coalesce(l.provider_id, ''), coalesce(l.cost_currency, 'USD'), 0, 0, 0,
    send_cost(l.charge, l.rate, l.delivered),
    1, (l.charge IS NULL AND l.rate IS NOT NULL)::int, (l.charge IS NULL AND l.rate IS NULL)::int
  FROM link_replacements l WHERE l.provider_order_id IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION compute_finances(zone text) RETURNS SETOF finance_days LANGUAGE sql STABLE AS $$
  SELECT day, NULL::timestamptz, category, country, provider_id, currency, sum(paid)::int,
    sum(sales_cents)::bigint, sum(refunded_cents)::bigint, sum(disputed_cents)::bigint, sum(fee_cents)::bigint,
    sum(known_fees)::int, sum(estimated_fees)::int, sum(cost), sum(sends)::int, sum(estimated_costs)::int,
    sum(unknown_costs)::int, false
  FROM (
    SELECT (paid_at AT TIME ZONE zone)::date AS day, category, coalesce(network_country, '') AS country, '' AS provider_id,
      currency, 1 AS paid, amount_cents AS sales_cents, refunded_cents,
      disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed_cents, 0::bigint AS fee_cents,
      0 AS known_fees, 0 AS estimated_fees, 0::numeric AS cost, 0 AS sends, 0 AS estimated_costs, 0 AS unknown_costs
    FROM orders WHERE paid_at IS NOT NULL
    UNION ALL
    SELECT (o.paid_at AT TIME ZONE zone)::date, o.category, coalesce(o.network_country, ''), c.provider_id, c.currency,
      0, 0, 0, 0, c.fee_cents, c.known_fees, c.estimated_fees, c.cost, c.sends, c.estimated_costs, c.unknown_costs
    FROM order_costs() c JOIN orders o ON o.id = c.order_id WHERE o.paid_at IS NOT NULL
  ) AS parts
  GROUP BY day, category, country, provider_id, currency
  HAVING sum(paid) <> 0 OR sum(fee_cents) <> 0 OR sum(known_fees) <> 0 OR sum(sends) <> 0
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_finances() RETURNS void LANGUAGE sql AS $$
  DELETE FROM finance_days;
  INSERT INTO finance_days SELECT * FROM compute_finances(orders_zone());
  -- A total a day, so that the statement reads no groups.
  INSERT INTO finance_days
  SELECT day, NULL, '', '', '', currency, sum(paid), sum(sales_cents), sum(refunded_cents), sum(disputed_cents), sum(fee_cents),
    sum(known_fees), sum(estimated_fees), sum(cost), sum(sends), sum(estimated_costs), sum(unknown_costs), true
  FROM finance_days GROUP BY day, currency;
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_fees_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, fee_cents, known_fees, estimated_fees)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, country, '', currency, sum(cents), sum(known), sum(estimated)
  FROM (
    SELECT quarter_of(o.paid_at) AS moment, o.category, coalesce(o.network_country, '') AS country, f.currency,
      f.one * coalesce(f.amount_cents, 0) AS cents, f.one * (f.of_sale AND f.state <> 'unknown')::int AS known,
      f.one * (f.of_sale AND f.state = 'estimated')::int AS estimated
    FROM (SELECT 1 AS one, * FROM added) AS f
    JOIN orders o ON o.id = f.order_id WHERE o.paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, currency
  HAVING sum(cents) <> 0 OR sum(known) <> 0 OR sum(estimated) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_fees_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, fee_cents, known_fees, estimated_fees)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, country, '', currency, sum(cents), sum(known), sum(estimated)
  FROM (
    SELECT quarter_of(o.paid_at) AS moment, o.category, coalesce(o.network_country, '') AS country, f.currency,
      f.one * coalesce(f.amount_cents, 0) AS cents, f.one * (f.of_sale AND f.state <> 'unknown')::int AS known,
      f.one * (f.of_sale AND f.state = 'estimated')::int AS estimated
    FROM (SELECT 1 AS one, * FROM added UNION ALL SELECT -1, * FROM removed) AS f
    JOIN orders o ON o.id = f.order_id WHERE o.paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, currency
  HAVING sum(cents) <> 0 OR sum(known) <> 0 OR sum(estimated) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_fees_rolled_added AFTER INSERT ON "payment_fees" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_fees_added();--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_fees_rolled_changed AFTER UPDATE ON "payment_fees" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_fees_changed();--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_orders_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO order_days (day, placed_at, category, status, placed, paid)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, status, count(*), count(paid_at)
  FROM (SELECT quarter_of(created_at) AS moment, * FROM added) AS a WHERE deleted_at IS NULL GROUP BY moment, category, status;
  INSERT INTO revenue_days (day, paid_at, category, payments, revenue_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, category,
    count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM (SELECT quarter_of(paid_at) AS moment, * FROM added) AS a WHERE paid_at IS NOT NULL GROUP BY moment, category;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT lower(customer_email), max(customer_email), max(customer_username), count(*) FILTER (WHERE deleted_at IS NULL),
    sum(revenue_of(payment_status, amount_cents, refunded_cents)), max(created_at)
  FROM added GROUP BY 1;
  -- Most orders are added unpaid.
  IF EXISTS (SELECT FROM added WHERE paid_at IS NOT NULL) THEN
    INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, paid, sales_cents, refunded_cents,
      disputed_cents)
    SELECT (moment AT TIME ZONE zone)::date, moment, category, country, '', currency, sum(paid), sum(sales), sum(refunded),
      sum(disputed)
    FROM (
      SELECT quarter_of(paid_at) AS moment, category, coalesce(network_country, '') AS country, currency, 1 AS paid,
        amount_cents AS sales, refunded_cents AS refunded,
        disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed
      FROM added WHERE paid_at IS NOT NULL
    ) AS moved GROUP BY moment, category, country, currency
    HAVING sum(paid) <> 0 OR sum(sales) <> 0 OR sum(refunded) <> 0 OR sum(disputed) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO order_days (day, placed_at, category, status, placed, paid)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, status, -count(*), -count(paid_at)
  FROM (SELECT quarter_of(created_at) AS moment, * FROM removed) AS r WHERE deleted_at IS NULL GROUP BY moment, category, status;
  INSERT INTO revenue_days (day, paid_at, category, payments, revenue_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, category,
    -count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    -sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM (SELECT quarter_of(paid_at) AS moment, * FROM removed) AS r WHERE paid_at IS NOT NULL GROUP BY moment, category;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT lower(customer_email), max(customer_email), max(customer_username), -count(*) FILTER (WHERE deleted_at IS NULL),
    -sum(revenue_of(payment_status, amount_cents, refunded_cents)), max(created_at)
  FROM removed GROUP BY 1;
  INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, paid, sales_cents, refunded_cents,
    disputed_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, country, '', currency, sum(paid), sum(sales), sum(refunded),
    sum(disputed)
  FROM (
    SELECT quarter_of(paid_at) AS moment, category, coalesce(network_country, '') AS country, currency, -1 AS paid,
      -amount_cents AS sales, -refunded_cents AS refunded,
      -disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed
    FROM removed WHERE paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, currency
  HAVING sum(paid) <> 0 OR sum(sales) <> 0 OR sum(refunded) <> 0 OR sum(disputed) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_orders_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO order_days (day, placed_at, category, status, placed, paid)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, status, sum(one), sum(one * paid) FROM (
    SELECT quarter_of(created_at) AS moment, category, status, 1 AS one, (paid_at IS NOT NULL)::int AS paid
    FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT quarter_of(created_at), category, status, -1, (paid_at IS NOT NULL)::int
    FROM removed WHERE deleted_at IS NULL
  ) AS moved GROUP BY moment, category, status HAVING sum(one) <> 0 OR sum(one * paid) <> 0;
  INSERT INTO revenue_days (day, paid_at, category, payments, revenue_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, sum(one * (cents > 0)::int), sum(one * cents) FROM (
    SELECT quarter_of(paid_at) AS moment, category, 1 AS one, revenue_of(payment_status, amount_cents, refunded_cents) AS cents
    FROM added WHERE paid_at IS NOT NULL
    UNION ALL
    SELECT quarter_of(paid_at), category, -1, revenue_of(payment_status, amount_cents, refunded_cents)
    FROM removed WHERE paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category HAVING sum(one * cents) <> 0 OR sum(one * (cents > 0)::int) <> 0;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT email_key, max(customer_email), max(customer_username), sum(one * visible), sum(one * cents), max(created_at) FROM (
    SELECT lower(customer_email) AS email_key, customer_email, customer_username, created_at, 1 AS one,
      (deleted_at IS NULL)::int AS visible, revenue_of(payment_status, amount_cents, refunded_cents) AS cents
    FROM added
    UNION ALL
    SELECT lower(customer_email), customer_email, customer_username, created_at, -1, (deleted_at IS NULL)::int,
      revenue_of(payment_status, amount_cents, refunded_cents)
    FROM removed
  ) AS moved GROUP BY email_key HAVING sum(one * visible) <> 0 OR sum(one * cents) <> 0;
  INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, paid, sales_cents, refunded_cents,
    disputed_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, country, '', currency, sum(paid), sum(sales), sum(refunded),
    sum(disputed)
  FROM (
    SELECT quarter_of(paid_at) AS moment, category, coalesce(network_country, '') AS country, currency, 1 AS paid,
      amount_cents AS sales, refunded_cents AS refunded,
      disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed
    FROM added WHERE paid_at IS NOT NULL
    UNION ALL
    SELECT quarter_of(paid_at), category, coalesce(network_country, ''), currency, -1, -amount_cents, -refunded_cents,
      -disputed_cents(payment_status, amount_cents, refunded_cents)
    FROM removed WHERE paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, currency
  HAVING sum(paid) <> 0 OR sum(sales) <> 0 OR sum(refunded) <> 0 OR sum(disputed) <> 0;
  -- The costs of an order are on the day of its payment, and in its groups.
  INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, fee_cents, known_fees, estimated_fees, cost,
    sends, estimated_costs, unknown_costs)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, country, provider_id, currency, sum(one * fee_cents),
    sum(one * known_fees), sum(one * estimated_fees), sum(one * cost), sum(one * sends), sum(one * estimated_costs),
    sum(one * unknown_costs)
  FROM (
    SELECT id, 1 AS one, quarter_of(paid_at) AS moment, category, coalesce(network_country, '') AS country
    FROM added WHERE paid_at IS NOT NULL
      AND EXISTS (SELECT FROM removed r WHERE r.id = added.id AND (r.paid_at, r.category, r.network_country)
        IS DISTINCT FROM (added.paid_at, added.category, added.network_country))
    UNION ALL
    SELECT id, -1, quarter_of(paid_at), category, coalesce(network_country, '')
    FROM removed WHERE paid_at IS NOT NULL
      AND EXISTS (SELECT FROM added a WHERE a.id = removed.id AND (a.paid_at, a.category, a.network_country)
        IS DISTINCT FROM (removed.paid_at, removed.category, removed.network_country))
  ) AS moved JOIN order_costs() c ON c.order_id = moved.id
  GROUP BY moment, category, country, provider_id, currency;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), count(*) FROM added WHERE state = 'sent' GROUP BY 1;
  INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, cost, sends, estimated_costs, unknown_costs)
  SELECT (quarter_of(o.paid_at) AT TIME ZONE orders_zone())::date, quarter_of(o.paid_at), o.category,
    coalesce(o.network_country, ''), c.provider_id, c.currency, sum(c.cost), sum(c.sends), sum(c.estimated), sum(c.unknown)
  FROM (
    SELECT order_id, provider_id, currency, sum(one * cost) AS cost, sum(one) AS sends, sum(one * estimated) AS estimated,
      sum(one * unknown) AS unknown
    FROM (
      SELECT order_id, provider_id, coalesce(cost_currency, 'USD') AS currency, 1 AS one,
        send_cost(charge, rate, quantity - undelivered_of(live_status, remains)) AS cost,
        (charge IS NULL AND rate IS NOT NULL)::int AS estimated, (charge IS NULL AND rate IS NULL)::int AS unknown
      FROM added WHERE state = 'sent'
    ) AS moved GROUP BY order_id, provider_id, currency
    HAVING sum(one * cost) <> 0 OR sum(one) <> 0 OR sum(one * estimated) <> 0 OR sum(one * unknown) <> 0
  ) AS c JOIN orders o ON o.id = c.order_id
  WHERE o.paid_at IS NOT NULL GROUP BY o.paid_at, o.category, o.network_country, c.provider_id, c.currency;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), -count(*) FROM removed WHERE state = 'sent' GROUP BY 1;
  -- Its last send stays in link_replacements.
  INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, cost, sends, estimated_costs, unknown_costs)
  SELECT (quarter_of(o.paid_at) AT TIME ZONE orders_zone())::date, quarter_of(o.paid_at), o.category,
    coalesce(o.network_country, ''), c.provider_id, c.currency, sum(c.cost), sum(c.sends), sum(c.estimated), sum(c.unknown)
  FROM (
    SELECT order_id, provider_id, currency, sum(one * cost) AS cost, sum(one) AS sends, sum(one * estimated) AS estimated,
      sum(one * unknown) AS unknown
    FROM (
      SELECT order_id, provider_id, coalesce(cost_currency, 'USD') AS currency, -1 AS one,
        send_cost(charge, rate, quantity - undelivered_of(live_status, remains)) AS cost,
        (charge IS NULL AND rate IS NOT NULL)::int AS estimated, (charge IS NULL AND rate IS NULL)::int AS unknown
      FROM removed WHERE state = 'sent'
      UNION ALL
      SELECT l.order_id, coalesce(l.provider_id, ''), coalesce(l.cost_currency, 'USD'), 1, send_cost(l.charge, l.rate, l.delivered),
        (l.charge IS NULL AND l.rate IS NOT NULL)::int, (l.charge IS NULL AND l.rate IS NULL)::int
      FROM link_replacements l JOIN removed r ON r.provider_order_id = l.provider_order_id
    ) AS moved GROUP BY order_id, provider_id, currency
    HAVING sum(one * cost) <> 0 OR sum(one) <> 0 OR sum(one * estimated) <> 0 OR sum(one * unknown) <> 0
  ) AS c JOIN orders o ON o.id = c.order_id
  WHERE o.paid_at IS NOT NULL GROUP BY o.paid_at, o.category, o.network_country, c.provider_id, c.currency;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT outcome, sum(one) FROM (
    SELECT placed_outcome(live_status) AS outcome, 1 AS one FROM added WHERE state = 'sent'
    UNION ALL
    SELECT placed_outcome(live_status), -1 FROM removed WHERE state = 'sent'
  ) AS moved GROUP BY outcome HAVING sum(one) <> 0;
  INSERT INTO finance_days (day, sold_at, category, country, provider_id, currency, cost, sends, estimated_costs, unknown_costs)
  SELECT (quarter_of(o.paid_at) AT TIME ZONE orders_zone())::date, quarter_of(o.paid_at), o.category,
    coalesce(o.network_country, ''), c.provider_id, c.currency, sum(c.cost), sum(c.sends), sum(c.estimated), sum(c.unknown)
  FROM (
    SELECT order_id, provider_id, currency, sum(one * cost) AS cost, sum(one) AS sends, sum(one * estimated) AS estimated,
      sum(one * unknown) AS unknown
    FROM (
      SELECT order_id, provider_id, coalesce(cost_currency, 'USD') AS currency, 1 AS one,
        send_cost(charge, rate, quantity - undelivered_of(live_status, remains)) AS cost,
        (charge IS NULL AND rate IS NOT NULL)::int AS estimated, (charge IS NULL AND rate IS NULL)::int AS unknown
      FROM added WHERE state = 'sent'
      UNION ALL
      SELECT order_id, provider_id, coalesce(cost_currency, 'USD') AS currency, -1 AS one,
        send_cost(charge, rate, quantity - undelivered_of(live_status, remains)) AS cost,
        (charge IS NULL AND rate IS NOT NULL)::int AS estimated, (charge IS NULL AND rate IS NULL)::int AS unknown
      FROM removed WHERE state = 'sent'
    ) AS moved GROUP BY order_id, provider_id, currency
    HAVING sum(one * cost) <> 0 OR sum(one) <> 0 OR sum(one * estimated) <> 0 OR sum(one * unknown) <> 0
  ) AS c JOIN orders o ON o.id = c.order_id
  WHERE o.paid_at IS NOT NULL GROUP BY o.paid_at, o.category, o.network_country, c.provider_id, c.currency;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_figures() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  DELETE FROM order_counts;
  INSERT INTO order_counts (status, category, count)
  SELECT status, category, count(*) FROM orders WHERE deleted_at IS NULL GROUP BY status, category;
  DELETE FROM order_days;
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT (created_at AT TIME ZONE zone)::date, category, status, count(*), count(paid_at)
  FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  DELETE FROM revenue_days;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT (paid_at AT TIME ZONE zone)::date, category,
    count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM orders WHERE paid_at IS NOT NULL GROUP BY 1, 2;
  DELETE FROM customer_changes;
  DELETE FROM customers;
  INSERT INTO customers (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT DISTINCT ON (email_key) email_key, customer_email, customer_username,
    sum((deleted_at IS NULL)::int) OVER everything, sum(cents) OVER everything, created_at
  FROM (
    SELECT lower(customer_email) AS email_key, revenue_of(payment_status, amount_cents, refunded_cents) AS cents, *
    FROM orders
  ) AS told
  WINDOW everything AS (PARTITION BY email_key)
  ORDER BY email_key, created_at DESC, id DESC;
  DELETE FROM customers WHERE orders = 0 AND spent_cents = 0;
  DELETE FROM customer_total;
  INSERT INTO customer_total (customers) SELECT count(*) FROM customers WHERE orders > 0;
  DELETE FROM placed_counts;
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), count(*) FROM dispatches WHERE state = 'sent' GROUP BY 1;
  PERFORM rebuild_finances();
END $$;--> statement-breakpoint
SELECT rebuild_finances();
