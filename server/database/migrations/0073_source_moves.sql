-- contract: needs 0063_order_source
-- One trigger instead of three when orders are added, and one row of an order in the totals by source instead of six: the fold
-- brings it into its lists. Both stand in the way of every order that is placed.
-- No fold meanwhile, whose rows a rebuild would add again. Then the strongest lock at once: a stronger one later could deadlock.
SELECT pg_advisory_xact_lock(hashtextextended('figures', 7));--> statement-breakpoint
LOCK TABLE "orders" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "source_moves" (
	"moved_at" timestamp (3) with time zone NOT NULL,
	"source" jsonb,
	"network_country" text,
	"device_type" text,
	"reason" text,
	"placed" integer NOT NULL,
	"payments" integer NOT NULL,
	"revenue_cents" bigint NOT NULL,
	"currency" text NOT NULL
);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_orders_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO order_counts (status, category, count)
  SELECT status, category, count(*) FROM added WHERE deleted_at IS NULL GROUP BY status, category;
  INSERT INTO order_days (day, placed_at, category, status, placed, paid)
  SELECT (moment AT TIME ZONE zone)::date, moment, category, status, count(*), count(paid_at)
  FROM (SELECT quarter_of(created_at) AS moment, * FROM added) AS a WHERE deleted_at IS NULL GROUP BY moment, category, status;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT lower(customer_email), max(customer_email), max(customer_username), count(*) FILTER (WHERE deleted_at IS NULL),
    sum(revenue_of(payment_status, amount_cents, refunded_cents)), max(created_at)
  FROM added GROUP BY 1;
  INSERT INTO source_moves (moved_at, source, network_country, device_type, reason, placed, payments, revenue_cents, currency)
  SELECT quarter_of(created_at), source, network_country, device_type, loss_reason(payment_state, payment_status, decline_kind),
    1, 0, 0, currency
  FROM added WHERE deleted_at IS NULL;
  -- Most orders are added unpaid.
  IF EXISTS (SELECT FROM added WHERE paid_at IS NOT NULL) THEN
    INSERT INTO revenue_days (day, paid_at, category, payments, revenue_cents)
    SELECT (moment AT TIME ZONE zone)::date, moment, category,
      count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
      sum(revenue_of(payment_status, amount_cents, refunded_cents))
    FROM (SELECT quarter_of(paid_at) AS moment, * FROM added) AS a WHERE paid_at IS NOT NULL GROUP BY moment, category;
    INSERT INTO source_moves (moved_at, source, network_country, device_type, placed, payments, revenue_cents, currency)
    SELECT quarter_of(paid_at), source, network_country, device_type, 0,
      (revenue_of(payment_status, amount_cents, refunded_cents) > 0)::int, revenue_of(payment_status, amount_cents, refunded_cents), currency
    FROM added WHERE paid_at IS NOT NULL;
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
  -- Only paid orders have money.
  IF EXISTS (SELECT FROM added WHERE paid_at IS NOT NULL) OR EXISTS (SELECT FROM removed WHERE paid_at IS NOT NULL) THEN
    INSERT INTO revenue_days (day, paid_at, category, payments, revenue_cents)
    SELECT (moment AT TIME ZONE zone)::date, moment, category, sum(one * (cents > 0)::int), sum(one * cents) FROM (
      SELECT quarter_of(paid_at) AS moment, category, 1 AS one, revenue_of(payment_status, amount_cents, refunded_cents) AS cents
      FROM added WHERE paid_at IS NOT NULL
      UNION ALL
      SELECT quarter_of(paid_at), category, -1, revenue_of(payment_status, amount_cents, refunded_cents)
      FROM removed WHERE paid_at IS NOT NULL
    ) AS moved GROUP BY moment, category HAVING sum(one * cents) <> 0 OR sum(one * (cents > 0)::int) <> 0;
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
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER orders_counted_added ON "orders";--> statement-breakpoint
DROP TRIGGER orders_sourced_added ON "orders";--> statement-breakpoint
DROP FUNCTION count_orders_added();--> statement-breakpoint
DROP FUNCTION roll_sources_added();--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_sources_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO source_moves (moved_at, source, network_country, device_type, reason, placed, payments, revenue_cents, currency)
  SELECT quarter_of(created_at), source, network_country, device_type, loss_reason(payment_state, payment_status, decline_kind),
    -1, 0, 0, currency
  FROM removed WHERE deleted_at IS NULL
  UNION ALL
  SELECT quarter_of(paid_at), source, network_country, device_type, NULL, 0,
    -(revenue_of(payment_status, amount_cents, refunded_cents) > 0)::int, -revenue_of(payment_status, amount_cents, refunded_cents), currency
  FROM removed WHERE paid_at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_sources_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO source_moves (moved_at, source, network_country, device_type, reason, placed, payments, revenue_cents, currency)
  -- Most changes of an order change none of this.
  SELECT moment, source, network_country, device_type, reason, sum(one * placed), sum(one * (cents > 0)::int), sum(one * cents), currency
  FROM (
    SELECT quarter_of(created_at) AS moment, source, network_country, device_type,
      loss_reason(payment_state, payment_status, decline_kind) AS reason, 1 AS one, 1 AS placed, 0::bigint AS cents, currency
    FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT quarter_of(created_at), source, network_country, device_type,
      loss_reason(payment_state, payment_status, decline_kind), -1, 1, 0, currency
    FROM removed WHERE deleted_at IS NULL
    UNION ALL
    SELECT quarter_of(paid_at), source, network_country, device_type, NULL, 1, 0,
      revenue_of(payment_status, amount_cents, refunded_cents), currency
    FROM added WHERE paid_at IS NOT NULL
    UNION ALL
    SELECT quarter_of(paid_at), source, network_country, device_type, NULL, -1, 0,
      revenue_of(payment_status, amount_cents, refunded_cents), currency
    FROM removed WHERE paid_at IS NOT NULL
  ) AS each_row GROUP BY moment, source, network_country, device_type, reason, currency
  HAVING sum(one * placed) <> 0 OR sum(one * (cents > 0)::int) <> 0 OR sum(one * cents) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_source_days() RETURNS void LANGUAGE sql AS $$
  DELETE FROM source_moves;
  DELETE FROM source_days;
  INSERT INTO source_days (day, list, name, placed, payments, revenue_cents) SELECT * FROM compute_source_days(orders_zone());
  DELETE FROM lost_orders;
  INSERT INTO lost_orders (day, source, reason, orders) SELECT * FROM compute_lost_orders(orders_zone());
$$;
