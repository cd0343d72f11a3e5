-- The finances by source and campaign, and why visitors and orders are lost. All triggers that append to finance_days append to
-- finance_sources too: by append_finances(). Orders of earlier versions have no source: they count as `unknown`.
-- No fold meanwhile, whose rows a rebuild would add again. Then the strongest lock at once: a stronger one later could deadlock.
SELECT pg_advisory_xact_lock(hashtextextended('figures', 7));--> statement-breakpoint
LOCK TABLE "orders" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "finance_sources" (
	"day" date NOT NULL,
	"sold_at" timestamp (3) with time zone,
	"source" text NOT NULL,
	"campaign" text,
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
	"unknown_costs" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "lost_orders" (
	"day" date NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"orders" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "order_refusals" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "order_refusals_day_source_reason_pk" PRIMARY KEY("day","source","reason")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "decline_kind" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "finance_sources_source" ON "finance_sources" USING btree ("source","day") WHERE "finance_sources"."campaign" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "finance_sources_totals" ON "finance_sources" USING btree ("day") WHERE "finance_sources"."campaign" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "finance_sources_day" ON "finance_sources" USING btree ("day","source");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "finance_sources_appended" ON "finance_sources" USING btree ("day") WHERE "finance_sources"."sold_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lost_orders_day" ON "lost_orders" USING btree ("day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lost_orders_source" ON "lost_orders" USING btree ("source","day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lost_orders_appended" ON "lost_orders" USING btree ("day") WHERE "lost_orders"."moved_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "source_days_name" ON "source_days" USING btree ("list","name","day");--> statement-breakpoint
CREATE OR REPLACE FUNCTION cost_of_send(charge numeric, rate numeric, cost_currency text, units integer)
RETURNS TABLE (currency text, cost numeric, estimated integer, unknown integer) LANGUAGE sql IMMUTABLE AS $$
  -- The charge of the provider is final. Before it, the price of 1,000 units when the link was sent.
  SELECT coalesce(cost_currency, 'USD'), coalesce(charge, round(rate * greatest(units, 0) / 1000, 6), 0),
    (charge IS NULL AND rate IS NOT NULL)::int, (charge IS NULL AND rate IS NULL)::int
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION order_costs() RETURNS TABLE (order_id text, provider_id text, currency text, fee_cents bigint,
  known_fees integer, estimated_fees integer, cost numeric, sends integer, estimated_costs integer, unknown_costs integer)
LANGUAGE sql STABLE AS $$
  -- One row a fee and a send. A function of one statement, which PostgreSQL puts in place of its call.
  SELECT f.order_id, '', f.currency, coalesce(f.amount_cents, 0)::bigint, (f.of_sale AND f.state <> 'unknown')::int,
    (f.of_sale AND f.state = 'estimated')::int, 0::numeric, 0, 0, 0
  FROM payment_fees f
  UNION ALL
  SELECT d.order_id, d.provider_id, c.currency, 0, 0, 0, c.cost, 1, c.estimated, c.unknown
  FROM dispatches d,
    cost_of_send(d.charge, d.rate, d.cost_currency, d.quantity - undelivered_of(d.live_status, d.remains)) AS c
  WHERE d.state = 'sent'
  UNION ALL
  SELECT l.order_id, coalesce(l.provider_id, ''), c.currency, 0, 0, 0, c.cost, 1, c.estimated, c.unknown
  FROM link_replacements l, cost_of_send(l.charge, l.rate, l.cost_currency, l.delivered) AS c
  WHERE l.provider_order_id IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION finance_parts() RETURNS TABLE (paid_at timestamptz, category text, country text, source text, campaign text,
  provider_id text, currency text, paid integer, sales_cents integer, refunded_cents integer, disputed_cents bigint,
  fee_cents bigint, known_fees integer, estimated_fees integer, cost numeric, sends integer, estimated_costs integer,
  unknown_costs integer) LANGUAGE sql STABLE AS $$
  -- What both roll-ups are in terms of orders: one row a sale, a fee and a send.
  SELECT o.paid_at, o.category, coalesce(o.network_country, ''), coalesce(o.source ->> 'source', 'unknown'),
    coalesce(o.source ->> 'campaign', ''), '', o.currency, 1, o.amount_cents, o.refunded_cents,
    disputed_cents(o.payment_status, o.amount_cents, o.refunded_cents), 0::bigint, 0, 0, 0::numeric, 0, 0, 0
  FROM orders o WHERE o.paid_at IS NOT NULL
  UNION ALL
  SELECT o.paid_at, o.category, coalesce(o.network_country, ''), coalesce(o.source ->> 'source', 'unknown'),
    coalesce(o.source ->> 'campaign', ''), c.provider_id, c.currency, 0, 0, 0, 0::bigint, c.fee_cents, c.known_fees,
    c.estimated_fees, c.cost, c.sends, c.estimated_costs, c.unknown_costs
  FROM order_costs() c JOIN orders o ON o.id = c.order_id WHERE o.paid_at IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION compute_finances(zone text) RETURNS SETOF finance_days LANGUAGE sql STABLE AS $$
  SELECT (paid_at AT TIME ZONE zone)::date, NULL::timestamptz, category, country, provider_id, currency, sum(paid)::int,
    sum(sales_cents)::bigint, sum(refunded_cents)::bigint, sum(disputed_cents)::bigint, sum(fee_cents)::bigint,
    sum(known_fees)::int, sum(estimated_fees)::int, sum(cost), sum(sends)::int, sum(estimated_costs)::int,
    sum(unknown_costs)::int, false
  FROM finance_parts()
  GROUP BY 1, category, country, provider_id, currency
  HAVING sum(paid) <> 0 OR sum(fee_cents) <> 0 OR sum(known_fees) <> 0 OR sum(sends) <> 0
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION compute_finance_sources(zone text) RETURNS SETOF finance_sources LANGUAGE sql STABLE AS $$
  WITH parts AS MATERIALIZED (
    SELECT (paid_at AT TIME ZONE zone)::date AS day, source, campaign, currency, sum(paid)::int AS paid,
      sum(sales_cents)::bigint AS sales_cents, sum(refunded_cents)::bigint AS refunded_cents,
      sum(disputed_cents)::bigint AS disputed_cents, sum(fee_cents)::bigint AS fee_cents, sum(known_fees)::int AS known_fees,
      sum(estimated_fees)::int AS estimated_fees, sum(cost) AS cost, sum(sends)::int AS sends,
      sum(estimated_costs)::int AS estimated_costs, sum(unknown_costs)::int AS unknown_costs
    FROM finance_parts() GROUP BY 1, 2, 3, 4
    HAVING sum(paid) <> 0 OR sum(fee_cents) <> 0 OR sum(known_fees) <> 0 OR sum(sends) <> 0
  )
  SELECT day, NULL::timestamptz, source, campaign, currency, paid, sales_cents, refunded_cents, disputed_cents, fee_cents,
    known_fees, estimated_fees, cost, sends, estimated_costs, unknown_costs
  FROM parts
  UNION ALL
  SELECT day, NULL, source, NULL, currency, sum(paid)::int, sum(sales_cents)::bigint, sum(refunded_cents)::bigint,
    sum(disputed_cents)::bigint, sum(fee_cents)::bigint, sum(known_fees)::int, sum(estimated_fees)::int, sum(cost),
    sum(sends)::int, sum(estimated_costs)::int, sum(unknown_costs)::int
  FROM parts GROUP BY day, source, currency
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_finances() RETURNS void LANGUAGE sql AS $$
  DELETE FROM finance_days;
  INSERT INTO finance_days SELECT * FROM compute_finances(orders_zone());
  -- A total a day, so that the statement reads no groups.
  INSERT INTO finance_days
  SELECT day, NULL, '', '', '', currency, sum(paid), sum(sales_cents), sum(refunded_cents), sum(disputed_cents), sum(fee_cents),
    sum(known_fees), sum(estimated_fees), sum(cost), sum(sends), sum(estimated_costs), sum(unknown_costs), true
  FROM finance_days GROUP BY day, currency;
  DELETE FROM finance_sources;
  INSERT INTO finance_sources SELECT * FROM compute_finance_sources(orders_zone());
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION append_finances(sold_at timestamptz, category text, country text, source text, campaign text, provider_id text,
  currency text, paid numeric DEFAULT 0, sales numeric DEFAULT 0, refunded numeric DEFAULT 0, disputed numeric DEFAULT 0,
  fees numeric DEFAULT 0, known_fees numeric DEFAULT 0, estimated_fees numeric DEFAULT 0, cost numeric DEFAULT 0,
  sends numeric DEFAULT 0, estimated_costs numeric DEFAULT 0, unknown_costs numeric DEFAULT 0)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day date := (sold_at AT TIME ZONE orders_zone())::date;
BEGIN
  INSERT INTO finance_days VALUES (day, sold_at, category, country, provider_id, currency, paid, sales, refunded, disputed, fees,
    known_fees, estimated_fees, cost, sends, estimated_costs, unknown_costs, false);
  -- The total of the source, and its campaign.
  INSERT INTO finance_sources VALUES
    (day, sold_at, source, NULL, currency, paid, sales, refunded, disputed, fees, known_fees, estimated_fees, cost, sends,
      estimated_costs, unknown_costs),
    (day, sold_at, source, campaign, currency, paid, sales, refunded, disputed, fees, known_fees, estimated_fees, cost, sends,
      estimated_costs, unknown_costs);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_fees_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_finances(moment, category, country, source, campaign, '', currency, fees => sum(cents), known_fees => sum(known),
    estimated_fees => sum(estimated))
  FROM (
    SELECT quarter_of(o.paid_at) AS moment, o.category, coalesce(o.network_country, '') AS country,
      coalesce(o.source ->> 'source', 'unknown') AS source, coalesce(o.source ->> 'campaign', '') AS campaign, f.currency,
      f.one * coalesce(f.amount_cents, 0) AS cents, f.one * (f.of_sale AND f.state <> 'unknown')::int AS known,
      f.one * (f.of_sale AND f.state = 'estimated')::int AS estimated
    FROM (SELECT 1 AS one, * FROM added) AS f
    JOIN orders o ON o.id = f.order_id WHERE o.paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, source, campaign, currency
  HAVING sum(cents) <> 0 OR sum(known) <> 0 OR sum(estimated) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_fees_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_finances(moment, category, country, source, campaign, '', currency, fees => sum(cents), known_fees => sum(known),
    estimated_fees => sum(estimated))
  FROM (
    SELECT quarter_of(o.paid_at) AS moment, o.category, coalesce(o.network_country, '') AS country,
      coalesce(o.source ->> 'source', 'unknown') AS source, coalesce(o.source ->> 'campaign', '') AS campaign, f.currency,
      f.one * coalesce(f.amount_cents, 0) AS cents, f.one * (f.of_sale AND f.state <> 'unknown')::int AS known,
      f.one * (f.of_sale AND f.state = 'estimated')::int AS estimated
    FROM (SELECT 1 AS one, * FROM added UNION ALL SELECT -1, * FROM removed) AS f
    JOIN orders o ON o.id = f.order_id WHERE o.paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, source, campaign, currency
  HAVING sum(cents) <> 0 OR sum(known) <> 0 OR sum(estimated) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
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
    PERFORM append_finances(moment, category, country, source, campaign, '', currency, paid => sum(one), sales => sum(one * sales),
      refunded => sum(one * refunded), disputed => sum(one * disputed))
    FROM (
      SELECT 1 AS one, quarter_of(paid_at) AS moment, category, coalesce(network_country, '') AS country,
        coalesce(source ->> 'source', 'unknown') AS source, coalesce(source ->> 'campaign', '') AS campaign, currency,
        amount_cents AS sales, refunded_cents AS refunded,
        disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed
      FROM added WHERE paid_at IS NOT NULL
    ) AS moved GROUP BY moment, category, country, source, campaign, currency
    HAVING sum(one) <> 0 OR sum(one * sales) <> 0 OR sum(one * refunded) <> 0 OR sum(one * disputed) <> 0;
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
  PERFORM append_finances(moment, category, country, source, campaign, '', currency, paid => sum(one), sales => sum(one * sales),
    refunded => sum(one * refunded), disputed => sum(one * disputed))
  FROM (
    SELECT -1 AS one, quarter_of(paid_at) AS moment, category, coalesce(network_country, '') AS country,
      coalesce(source ->> 'source', 'unknown') AS source, coalesce(source ->> 'campaign', '') AS campaign, currency,
      amount_cents AS sales, refunded_cents AS refunded,
      disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed
    FROM removed WHERE paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, source, campaign, currency
  HAVING sum(one) <> 0 OR sum(one * sales) <> 0 OR sum(one * refunded) <> 0 OR sum(one * disputed) <> 0;
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
  PERFORM append_finances(moment, category, country, source, campaign, '', currency, paid => sum(one), sales => sum(one * sales),
    refunded => sum(one * refunded), disputed => sum(one * disputed))
  FROM (
    SELECT 1 AS one, quarter_of(paid_at) AS moment, category, coalesce(network_country, '') AS country,
      coalesce(source ->> 'source', 'unknown') AS source, coalesce(source ->> 'campaign', '') AS campaign, currency,
      amount_cents AS sales, refunded_cents AS refunded,
      disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed
    FROM added WHERE paid_at IS NOT NULL
    UNION ALL
    SELECT -1 AS one, quarter_of(paid_at) AS moment, category, coalesce(network_country, '') AS country,
      coalesce(source ->> 'source', 'unknown') AS source, coalesce(source ->> 'campaign', '') AS campaign, currency,
      amount_cents AS sales, refunded_cents AS refunded,
      disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed
    FROM removed WHERE paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, source, campaign, currency
  HAVING sum(one) <> 0 OR sum(one * sales) <> 0 OR sum(one * refunded) <> 0 OR sum(one * disputed) <> 0;
  -- The costs of an order are on the day of its payment, and in its groups.
  PERFORM append_finances(moment, category, country, source, campaign, provider_id, currency, fees => sum(one * fee_cents),
    known_fees => sum(one * known_fees), estimated_fees => sum(one * estimated_fees), cost => sum(one * cost),
    sends => sum(one * sends), estimated_costs => sum(one * estimated_costs), unknown_costs => sum(one * unknown_costs))
  FROM (
    SELECT 1 AS one, t.id, quarter_of(t.paid_at) AS moment, t.category, coalesce(t.network_country, '') AS country,
      coalesce(t.source ->> 'source', 'unknown') AS source, coalesce(t.source ->> 'campaign', '') AS campaign
    FROM added t JOIN removed u ON u.id = t.id WHERE t.paid_at IS NOT NULL
      AND (t.paid_at, t.category, t.network_country, t.source ->> 'source', t.source ->> 'campaign')
        IS DISTINCT FROM (u.paid_at, u.category, u.network_country, u.source ->> 'source', u.source ->> 'campaign')
    UNION ALL
    SELECT -1 AS one, t.id, quarter_of(t.paid_at) AS moment, t.category, coalesce(t.network_country, '') AS country,
      coalesce(t.source ->> 'source', 'unknown') AS source, coalesce(t.source ->> 'campaign', '') AS campaign
    FROM removed t JOIN added u ON u.id = t.id WHERE t.paid_at IS NOT NULL
      AND (t.paid_at, t.category, t.network_country, t.source ->> 'source', t.source ->> 'campaign')
        IS DISTINCT FROM (u.paid_at, u.category, u.network_country, u.source ->> 'source', u.source ->> 'campaign')
  ) AS moved JOIN order_costs() c ON c.order_id = moved.id
  GROUP BY moment, category, country, source, campaign, provider_id, currency;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), count(*) FROM added WHERE state = 'sent' GROUP BY 1;
  PERFORM append_finances(quarter_of(o.paid_at), o.category, coalesce(o.network_country, ''),
    coalesce(o.source ->> 'source', 'unknown'), coalesce(o.source ->> 'campaign', ''), s.provider_id, s.currency,
    cost => s.cost, sends => s.sends, estimated_costs => s.estimated, unknown_costs => s.unknown)
  FROM (
    SELECT order_id, provider_id, currency, sum(one * cost) AS cost, sum(one) AS sends, sum(one * estimated) AS estimated,
      sum(one * unknown) AS unknown
    FROM (
      SELECT d.order_id, d.provider_id, c.*, 1 AS one
      FROM added d,
        cost_of_send(d.charge, d.rate, d.cost_currency, d.quantity - undelivered_of(d.live_status, d.remains)) AS c
      WHERE d.state = 'sent'
    ) AS moved GROUP BY order_id, provider_id, currency
    HAVING sum(one * cost) <> 0 OR sum(one) <> 0 OR sum(one * estimated) <> 0 OR sum(one * unknown) <> 0
  ) AS s JOIN orders o ON o.id = s.order_id WHERE o.paid_at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), -count(*) FROM removed WHERE state = 'sent' GROUP BY 1;
  PERFORM append_finances(quarter_of(o.paid_at), o.category, coalesce(o.network_country, ''),
    coalesce(o.source ->> 'source', 'unknown'), coalesce(o.source ->> 'campaign', ''), s.provider_id, s.currency,
    cost => s.cost, sends => s.sends, estimated_costs => s.estimated, unknown_costs => s.unknown)
  FROM (
    SELECT order_id, provider_id, currency, sum(one * cost) AS cost, sum(one) AS sends, sum(one * estimated) AS estimated,
      sum(one * unknown) AS unknown
    FROM (
      SELECT d.order_id, d.provider_id, c.*, -1 AS one
      FROM removed d,
        cost_of_send(d.charge, d.rate, d.cost_currency, d.quantity - undelivered_of(d.live_status, d.remains)) AS c
      WHERE d.state = 'sent'
      UNION ALL
      -- Its last send stays in link_replacements.
      SELECT l.order_id, coalesce(l.provider_id, ''), c.*, 1
      FROM link_replacements l JOIN removed r ON r.provider_order_id = l.provider_order_id,
        cost_of_send(l.charge, l.rate, l.cost_currency, l.delivered) AS c
    ) AS moved GROUP BY order_id, provider_id, currency
    HAVING sum(one * cost) <> 0 OR sum(one) <> 0 OR sum(one * estimated) <> 0 OR sum(one * unknown) <> 0
  ) AS s JOIN orders o ON o.id = s.order_id WHERE o.paid_at IS NOT NULL;
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
  PERFORM append_finances(quarter_of(o.paid_at), o.category, coalesce(o.network_country, ''),
    coalesce(o.source ->> 'source', 'unknown'), coalesce(o.source ->> 'campaign', ''), s.provider_id, s.currency,
    cost => s.cost, sends => s.sends, estimated_costs => s.estimated, unknown_costs => s.unknown)
  FROM (
    SELECT order_id, provider_id, currency, sum(one * cost) AS cost, sum(one) AS sends, sum(one * estimated) AS estimated,
      sum(one * unknown) AS unknown
    FROM (
      SELECT d.order_id, d.provider_id, c.*, 1 AS one
      FROM added d,
        cost_of_send(d.charge, d.rate, d.cost_currency, d.quantity - undelivered_of(d.live_status, d.remains)) AS c
      WHERE d.state = 'sent'
      UNION ALL
      SELECT d.order_id, d.provider_id, c.*, -1 AS one
      FROM removed d,
        cost_of_send(d.charge, d.rate, d.cost_currency, d.quantity - undelivered_of(d.live_status, d.remains)) AS c
      WHERE d.state = 'sent'
    ) AS moved GROUP BY order_id, provider_id, currency
    HAVING sum(one * cost) <> 0 OR sum(one) <> 0 OR sum(one * estimated) <> 0 OR sum(one * unknown) <> 0
  ) AS s JOIN orders o ON o.id = s.order_id WHERE o.paid_at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION decline_kind(code text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  -- The codes of decline-reasons.ts in a few kinds; `other` for a code that it does not have.
  SELECT CASE
    WHEN lower(code) IN ('declined', 'declined_do_not_contact', 'unspecified_failure', 'referred', 'card_declined', 'generic_decline',
      'do_not_honor', 'no_action_taken', 'try_again_later', 'call_issuer', 'lost_card', 'stolen_card', 'pickup_card', 'restricted_card',
      'declined_payment_plan', 'not_supported', 'card_not_supported', 'transaction_not_allowed', 'service_not_allowed',
      'currency_not_supported') THEN 'bank'
    WHEN lower(code) IN ('insufficient_funds', 'card_velocity_exceeded', 'withdrawal_count_limit_exceeded') THEN 'funds'
    WHEN lower(code) IN ('expired_card', 'declined_avs', 'declined_csc', 'declined_avs_csc', 'declined_invalid_pin', 'incorrect_cvc',
      'invalid_cvc', 'incorrect_number', 'invalid_number', 'incorrect_zip', 'incorrect_address', 'invalid_expiry_month',
      'invalid_expiry_year') THEN 'card'
    WHEN lower(code) IN ('authentication_failed', 'authentication_required', 'authentication_not_handled') THEN 'authentication'
    WHEN lower(code) IN ('do_not_proceed', 'blocked', 'exceeded_retry_limit', 'fraudulent', 'highest_risk_level', 'elevated_risk_level',
      'rule', 'merchant_blacklist') THEN 'blocked'
    WHEN lower(code) IN ('cancelled', 'aborted') THEN 'canceled'
    WHEN lower(code) IN ('timed_out', 'acquirer_system_error', 'system_error', 'issuer_not_available', 'processing_error') THEN 'fault'
    ELSE 'other' END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION loss_reason(payment_state text, payment_status text, decline_kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  -- Why a placed order brought no money; null while it may, or did.
  SELECT CASE payment_state
    WHEN 'declined' THEN 'declined_' || coalesce(decline_kind, 'other')
    WHEN 'expired' THEN CASE WHEN payment_status = 'none' THEN 'not_opened' ELSE 'form_expired' END
    WHEN 'refunded' THEN payment_state
    WHEN 'disputed' THEN payment_state END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_payment_state() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE WHEN NEW.failed_tries > 0 THEN decline_kind(NEW.decline_code) END;
BEGIN
  UPDATE orders o SET payment_state = payment_state_of(o), decline_kind = coalesce(kind, o.decline_kind)
  WHERE id = NEW.order_id
    AND (payment_state <> payment_state_of(o) OR o.decline_kind IS DISTINCT FROM coalesce(kind, o.decline_kind));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER payment_attempts_state_changed AFTER UPDATE OF state, confirming_since, unknown_status, failed_tries, decline_code ON "payment_attempts" FOR EACH ROW
WHEN ((OLD.confirming_since IS NULL, OLD.unknown_status IS NULL, OLD.state = 'mismatch', OLD.failed_tries > 0, CASE WHEN OLD.failed_tries > 0 THEN OLD.decline_code END)
  IS DISTINCT FROM (NEW.confirming_since IS NULL, NEW.unknown_status IS NULL, NEW.state = 'mismatch', NEW.failed_tries > 0, CASE WHEN NEW.failed_tries > 0 THEN NEW.decline_code END))
EXECUTE FUNCTION refresh_payment_state();--> statement-breakpoint
UPDATE orders o SET decline_kind = decline_kind(a.decline_code)
FROM (SELECT DISTINCT ON (order_id) order_id, decline_code FROM payment_attempts WHERE failed_tries > 0 ORDER BY order_id, number DESC) AS a
WHERE a.order_id = o.id AND o.payment_state = 'declined' AND o.deleted_at IS NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_sources_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO source_days (day, moved_at, list, name, placed, payments, revenue_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, l.list, l.name, sum(placed), sum((cents > 0)::int), sum(cents) FROM (
    SELECT quarter_of(created_at) AS moment, source, network_country, device_type, 1 AS placed, 0::bigint AS cents
    FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT quarter_of(paid_at), source, network_country, device_type, 0, revenue_of(payment_status, amount_cents, refunded_cents)
    FROM added WHERE paid_at IS NOT NULL
  ) AS moved, source_lists(source, network_country, device_type) AS l GROUP BY moment, l.list, l.name;
  INSERT INTO lost_orders (day, moved_at, source, reason, orders)
  SELECT (moment AT TIME ZONE zone)::date, moment, source, reason, sum(one) FROM (
    SELECT 1 AS one, quarter_of(created_at) AS moment, coalesce(source ->> 'source', 'unknown') AS source,
      loss_reason(payment_state, payment_status, decline_kind) AS reason
    FROM added WHERE deleted_at IS NULL
  ) AS moved WHERE reason IS NOT NULL GROUP BY moment, source, reason HAVING sum(one) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_sources_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO source_days (day, moved_at, list, name, placed, payments, revenue_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, l.list, l.name, -sum(placed), -sum((cents > 0)::int), -sum(cents) FROM (
    SELECT quarter_of(created_at) AS moment, source, network_country, device_type, 1 AS placed, 0::bigint AS cents
    FROM removed WHERE deleted_at IS NULL
    UNION ALL
    SELECT quarter_of(paid_at), source, network_country, device_type, 0, revenue_of(payment_status, amount_cents, refunded_cents)
    FROM removed WHERE paid_at IS NOT NULL
  ) AS moved, source_lists(source, network_country, device_type) AS l GROUP BY moment, l.list, l.name;
  INSERT INTO lost_orders (day, moved_at, source, reason, orders)
  SELECT (moment AT TIME ZONE zone)::date, moment, source, reason, sum(one) FROM (
    SELECT -1 AS one, quarter_of(created_at) AS moment, coalesce(source ->> 'source', 'unknown') AS source,
      loss_reason(payment_state, payment_status, decline_kind) AS reason
    FROM removed WHERE deleted_at IS NULL
  ) AS moved WHERE reason IS NOT NULL GROUP BY moment, source, reason HAVING sum(one) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_sources_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO source_days (day, moved_at, list, name, placed, payments, revenue_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, l.list, l.name, sum(placed), sum(payments), sum(cents) FROM (
    -- Most changes of an order change none of this.
    SELECT moment, source, network_country, device_type, sum(one * placed) AS placed, sum(one * (cents > 0)::int) AS payments,
      sum(one * cents) AS cents
    FROM (
      SELECT quarter_of(created_at) AS moment, source, network_country, device_type, 1 AS one, 1 AS placed, 0::bigint AS cents
      FROM added WHERE deleted_at IS NULL
      UNION ALL
      SELECT quarter_of(created_at), source, network_country, device_type, -1, 1, 0 FROM removed WHERE deleted_at IS NULL
      UNION ALL
      SELECT quarter_of(paid_at), source, network_country, device_type, 1, 0, revenue_of(payment_status, amount_cents, refunded_cents)
      FROM added WHERE paid_at IS NOT NULL
      UNION ALL
      SELECT quarter_of(paid_at), source, network_country, device_type, -1, 0, revenue_of(payment_status, amount_cents, refunded_cents)
      FROM removed WHERE paid_at IS NOT NULL
    ) AS each_row GROUP BY moment, source, network_country, device_type
    HAVING sum(one * placed) <> 0 OR sum(one * (cents > 0)::int) <> 0 OR sum(one * cents) <> 0
  ) AS moved, source_lists(source, network_country, device_type) AS l GROUP BY moment, l.list, l.name
  HAVING sum(placed) <> 0 OR sum(payments) <> 0 OR sum(cents) <> 0;
  INSERT INTO lost_orders (day, moved_at, source, reason, orders)
  SELECT (moment AT TIME ZONE zone)::date, moment, source, reason, sum(one) FROM (
    SELECT 1 AS one, quarter_of(created_at) AS moment, coalesce(source ->> 'source', 'unknown') AS source,
      loss_reason(payment_state, payment_status, decline_kind) AS reason
    FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT -1 AS one, quarter_of(created_at) AS moment, coalesce(source ->> 'source', 'unknown') AS source,
      loss_reason(payment_state, payment_status, decline_kind) AS reason
    FROM removed WHERE deleted_at IS NULL
  ) AS moved WHERE reason IS NOT NULL GROUP BY moment, source, reason HAVING sum(one) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION compute_lost_orders(zone text) RETURNS TABLE (day date, source text, reason text, orders bigint) LANGUAGE sql STABLE AS $$
  SELECT day, source, reason, count(*) FROM (
    SELECT (created_at AT TIME ZONE zone)::date AS day, coalesce(source ->> 'source', 'unknown') AS source,
      loss_reason(payment_state, payment_status, decline_kind) AS reason
    FROM orders WHERE deleted_at IS NULL
  ) AS each_order WHERE reason IS NOT NULL GROUP BY 1, 2, 3
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_source_days() RETURNS void LANGUAGE sql AS $$
  DELETE FROM source_days;
  INSERT INTO source_days (day, list, name, placed, payments, revenue_cents) SELECT * FROM compute_source_days(orders_zone());
  DELETE FROM lost_orders;
  INSERT INTO lost_orders (day, source, reason, orders) SELECT * FROM compute_lost_orders(orders_zone());
$$;--> statement-breakpoint
SELECT rebuild_finances();--> statement-breakpoint
SELECT rebuild_source_days();
