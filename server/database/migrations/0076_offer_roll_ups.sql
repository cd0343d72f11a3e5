-- Roll-ups by offer. Their column `category` names the offer: a specified one by its category, as the version before reads and writes
-- it, another one by its ID. Rows of before stay as they are.
CREATE OR REPLACE FUNCTION offer_key(category text, offer jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- As orderOfferKey() of contract/offers.ts.
  SELECT CASE offer ->> 'id' WHEN 'instagram-likes' THEN 'Likes' WHEN 'instagram-views' THEN 'Views'
    ELSE coalesce(offer ->> 'id', category) END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (status, category, count)
  SELECT status, offer_key(category, offer), -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_orders_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (status, category, count)
  SELECT status, category, sum(one) FROM (
    SELECT status, offer_key(category, offer) AS category, 1 AS one FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT status, offer_key(category, offer), -1 FROM removed WHERE deleted_at IS NULL
  ) AS moved GROUP BY status, category HAVING sum(one) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION roll_orders_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  INSERT INTO order_counts (status, category, count)
  SELECT status, offer_key(category, offer), count(*) FROM added WHERE deleted_at IS NULL GROUP BY 1, 2;
  INSERT INTO order_days (day, placed_at, category, status, placed, paid)
  SELECT (moment AT TIME ZONE zone)::date, moment, offer_key(category, offer), status, count(*), count(paid_at)
  FROM (SELECT quarter_of(created_at) AS moment, * FROM added) AS a WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
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
    SELECT (moment AT TIME ZONE zone)::date, moment, offer_key(category, offer),
      count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
      sum(revenue_of(payment_status, amount_cents, refunded_cents))
    FROM (SELECT quarter_of(paid_at) AS moment, * FROM added) AS a WHERE paid_at IS NOT NULL GROUP BY 1, 2, 3;
    INSERT INTO source_moves (moved_at, source, network_country, device_type, placed, payments, revenue_cents, currency)
    SELECT quarter_of(paid_at), source, network_country, device_type, 0,
      (revenue_of(payment_status, amount_cents, refunded_cents) > 0)::int, revenue_of(payment_status, amount_cents, refunded_cents), currency
    FROM added WHERE paid_at IS NOT NULL;
    PERFORM append_finances(moment, category, country, source, campaign, '', currency, paid => sum(one), sales => sum(one * sales),
      refunded => sum(one * refunded), disputed => sum(one * disputed))
    FROM (
      SELECT 1 AS one, quarter_of(paid_at) AS moment, offer_key(category, offer) AS category, coalesce(network_country, '') AS country,
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
  SELECT (moment AT TIME ZONE zone)::date, moment, offer_key(category, offer), status, -count(*), -count(paid_at)
  FROM (SELECT quarter_of(created_at) AS moment, * FROM removed) AS r WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  INSERT INTO revenue_days (day, paid_at, category, payments, revenue_cents)
  SELECT (moment AT TIME ZONE zone)::date, moment, offer_key(category, offer),
    -count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    -sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM (SELECT quarter_of(paid_at) AS moment, * FROM removed) AS r WHERE paid_at IS NOT NULL GROUP BY 1, 2, 3;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT lower(customer_email), max(customer_email), max(customer_username), -count(*) FILTER (WHERE deleted_at IS NULL),
    -sum(revenue_of(payment_status, amount_cents, refunded_cents)), max(created_at)
  FROM removed GROUP BY 1;
  PERFORM append_finances(moment, category, country, source, campaign, '', currency, paid => sum(one), sales => sum(one * sales),
    refunded => sum(one * refunded), disputed => sum(one * disputed))
  FROM (
    SELECT -1 AS one, quarter_of(paid_at) AS moment, offer_key(category, offer) AS category, coalesce(network_country, '') AS country,
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
    SELECT quarter_of(created_at) AS moment, offer_key(category, offer) AS category, status, 1 AS one, (paid_at IS NOT NULL)::int AS paid
    FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT quarter_of(created_at), offer_key(category, offer), status, -1, (paid_at IS NOT NULL)::int
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
      SELECT quarter_of(paid_at) AS moment, offer_key(category, offer) AS category, 1 AS one, revenue_of(payment_status, amount_cents, refunded_cents) AS cents
      FROM added WHERE paid_at IS NOT NULL
      UNION ALL
      SELECT quarter_of(paid_at), offer_key(category, offer), -1, revenue_of(payment_status, amount_cents, refunded_cents)
      FROM removed WHERE paid_at IS NOT NULL
    ) AS moved GROUP BY moment, category HAVING sum(one * cents) <> 0 OR sum(one * (cents > 0)::int) <> 0;
    PERFORM append_finances(moment, category, country, source, campaign, '', currency, paid => sum(one), sales => sum(one * sales),
      refunded => sum(one * refunded), disputed => sum(one * disputed))
    FROM (
      SELECT 1 AS one, quarter_of(paid_at) AS moment, offer_key(category, offer) AS category, coalesce(network_country, '') AS country,
        coalesce(source ->> 'source', 'unknown') AS source, coalesce(source ->> 'campaign', '') AS campaign, currency,
        amount_cents AS sales, refunded_cents AS refunded,
        disputed_cents(payment_status, amount_cents, refunded_cents) AS disputed
      FROM added WHERE paid_at IS NOT NULL
      UNION ALL
      SELECT -1 AS one, quarter_of(paid_at) AS moment, offer_key(category, offer) AS category, coalesce(network_country, '') AS country,
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
      SELECT 1 AS one, t.id, quarter_of(t.paid_at) AS moment, offer_key(t.category, t.offer) AS category, coalesce(t.network_country, '') AS country,
        coalesce(t.source ->> 'source', 'unknown') AS source, coalesce(t.source ->> 'campaign', '') AS campaign
      FROM added t JOIN removed u ON u.id = t.id WHERE t.paid_at IS NOT NULL
        AND (t.paid_at, offer_key(t.category, t.offer), t.network_country, t.source ->> 'source', t.source ->> 'campaign')
          IS DISTINCT FROM (u.paid_at, offer_key(u.category, u.offer), u.network_country, u.source ->> 'source', u.source ->> 'campaign')
      UNION ALL
      SELECT -1 AS one, t.id, quarter_of(t.paid_at) AS moment, offer_key(t.category, t.offer) AS category, coalesce(t.network_country, '') AS country,
        coalesce(t.source ->> 'source', 'unknown') AS source, coalesce(t.source ->> 'campaign', '') AS campaign
      FROM removed t JOIN added u ON u.id = t.id WHERE t.paid_at IS NOT NULL
        AND (t.paid_at, offer_key(t.category, t.offer), t.network_country, t.source ->> 'source', t.source ->> 'campaign')
          IS DISTINCT FROM (u.paid_at, offer_key(u.category, u.offer), u.network_country, u.source ->> 'source', u.source ->> 'campaign')
    ) AS moved JOIN order_costs() c ON c.order_id = moved.id
    GROUP BY moment, category, country, source, campaign, provider_id, currency;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), count(*) FROM added WHERE state = 'sent' GROUP BY 1;
  PERFORM append_finances(quarter_of(o.paid_at), offer_key(o.category, o.offer), coalesce(o.network_country, ''),
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
  PERFORM append_finances(quarter_of(o.paid_at), offer_key(o.category, o.offer), coalesce(o.network_country, ''),
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
  PERFORM append_finances(quarter_of(o.paid_at), offer_key(o.category, o.offer), coalesce(o.network_country, ''),
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
CREATE OR REPLACE FUNCTION roll_fees_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_finances(moment, category, country, source, campaign, '', currency, fees => sum(cents), known_fees => sum(known),
    estimated_fees => sum(estimated))
  FROM (
    SELECT quarter_of(o.paid_at) AS moment, offer_key(o.category, o.offer) AS category, coalesce(o.network_country, '') AS country,
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
    SELECT quarter_of(o.paid_at) AS moment, offer_key(o.category, o.offer) AS category, coalesce(o.network_country, '') AS country,
      coalesce(o.source ->> 'source', 'unknown') AS source, coalesce(o.source ->> 'campaign', '') AS campaign, f.currency,
      f.one * coalesce(f.amount_cents, 0) AS cents, f.one * (f.of_sale AND f.state <> 'unknown')::int AS known,
      f.one * (f.of_sale AND f.state = 'estimated')::int AS estimated
    FROM (SELECT 1 AS one, * FROM added UNION ALL SELECT -1, * FROM removed) AS f
    JOIN orders o ON o.id = f.order_id WHERE o.paid_at IS NOT NULL
  ) AS moved GROUP BY moment, category, country, source, campaign, currency
  HAVING sum(cents) <> 0 OR sum(known) <> 0 OR sum(estimated) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION finance_parts() RETURNS TABLE (paid_at timestamptz, category text, country text, source text, campaign text,
  provider_id text, currency text, paid integer, sales_cents integer, refunded_cents integer, disputed_cents bigint,
  fee_cents bigint, known_fees integer, estimated_fees integer, cost numeric, sends integer, estimated_costs integer,
  unknown_costs integer) LANGUAGE sql STABLE AS $$
  -- What both roll-ups are in terms of orders: one row a sale, a fee and a send.
  SELECT o.paid_at, offer_key(o.category, o.offer), coalesce(o.network_country, ''), coalesce(o.source ->> 'source', 'unknown'),
    coalesce(o.source ->> 'campaign', ''), '', o.currency, 1, o.amount_cents, o.refunded_cents,
    disputed_cents(o.payment_status, o.amount_cents, o.refunded_cents), 0::bigint, 0, 0, 0::numeric, 0, 0, 0
  FROM orders o WHERE o.paid_at IS NOT NULL
  UNION ALL
  SELECT o.paid_at, offer_key(o.category, o.offer), coalesce(o.network_country, ''), coalesce(o.source ->> 'source', 'unknown'),
    coalesce(o.source ->> 'campaign', ''), c.provider_id, c.currency, 0, 0, 0, 0::bigint, c.fee_cents, c.known_fees,
    c.estimated_fees, c.cost, c.sends, c.estimated_costs, c.unknown_costs
  FROM order_costs() c JOIN orders o ON o.id = c.order_id WHERE o.paid_at IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_figures() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text := orders_zone();
BEGIN
  DELETE FROM order_counts;
  INSERT INTO order_counts (status, category, count)
  SELECT status, offer_key(category, offer), count(*) FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2;
  DELETE FROM order_days;
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT (created_at AT TIME ZONE zone)::date, offer_key(category, offer), status, count(*), count(paid_at)
  FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  DELETE FROM revenue_days;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT (paid_at AT TIME ZONE zone)::date, offer_key(category, offer),
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
END $$;
