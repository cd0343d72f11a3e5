CREATE TABLE "time_zones" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"orders" text NOT NULL,
	"visits" text NOT NULL,
	CONSTRAINT "time_zones_one_row" CHECK ("time_zones"."id")
);
--> statement-breakpoint
INSERT INTO "time_zones" ("orders", "visits") VALUES ('UTC', 'UTC');--> statement-breakpoint
LOCK TABLE "orders" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "order_days" ADD COLUMN "placed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "revenue_days" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE FUNCTION orders_zone() RETURNS text LANGUAGE sql STABLE AS $$ SELECT orders FROM time_zones $$;--> statement-breakpoint
CREATE FUNCTION visits_zone() RETURNS text LANGUAGE sql STABLE AS $$ SELECT visits FROM time_zones $$;--> statement-breakpoint
CREATE FUNCTION day_start(day date, zone text) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  -- A midnight that comes twice, where clocks are set back at it, is the first of the two.
  SELECT CASE WHEN ((day::timestamp AT TIME ZONE zone) - interval '1 hour') AT TIME ZONE zone >= day::timestamp
    THEN (day::timestamp AT TIME ZONE zone) - interval '1 hour' ELSE day::timestamp AT TIME ZONE zone END
$$;--> statement-breakpoint
CREATE FUNCTION quarter_of(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  -- Each zone is a whole number of quarters of an hour from UTC: all of a quarter belongs to one day.
  SELECT date_bin('15 minutes', moment, '2000-01-01 00:00:00+00')
$$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
DROP FUNCTION rebuild_visits();--> statement-breakpoint
CREATE FUNCTION rebuild_visits(zone text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Nothing older is left to count: what was counted then stays, by the days of then.
  first timestamptz := (SELECT day_start((min(visited_at) AT TIME ZONE visits_zone())::date, visits_zone()) FROM visits);
BEGIN
  UPDATE time_zones SET visits = zone WHERE visits <> zone;
  IF first IS NULL THEN RETURN; END IF;
  DELETE FROM visit_hours WHERE hour >= first;
  DELETE FROM visit_places WHERE starts_at >= first;
  DELETE FROM visit_machines WHERE starts_at >= first;
  CREATE TEMP TABLE counted_people ON COMMIT DROP AS
    SELECT visitor_key, date_trunc('hour', max(visited_at), zone) AS hour,
      day_start((max(visited_at) AT TIME ZONE zone)::date, zone) AS day, min(country) AS country, min(city) AS city,
      min(device_type) AS device_type, min(browser) AS browser, min(os) AS os, bool_or("returning") AS returned,
      bool_or(page_url IN ('/', '/pt')) AS saw_picker, bool_or(page_url IN ('/checkout', '/pt/checkout')) AS saw_checkout
    FROM visits GROUP BY visitor_key;
  INSERT INTO visit_hours AS h (hour, page_views, sessions, seconds, visitors, people, returned, saw_picker, saw_checkout)
    SELECT v.hour, views, sessions, seconds, visitors, coalesce(p.people, 0), coalesce(p.returned, 0),
      coalesce(p.saw_picker, 0), coalesce(p.saw_checkout, 0)
    FROM (
      SELECT hour, sum(views) AS views, sum(sessions) AS sessions, sum(seconds) AS seconds, count(*) AS visitors
      FROM (
        SELECT date_trunc('hour', visited_at, zone) AS hour, visitor_key, count(*) AS views,
          count(*) FILTER (WHERE starts_session) AS sessions, sum(session_seconds) AS seconds
        FROM visits GROUP BY 1, 2
      ) AS by_visitor GROUP BY hour
    ) AS v
    LEFT JOIN (
      SELECT hour, count(*) AS people, count(*) FILTER (WHERE returned) AS returned,
        count(*) FILTER (WHERE saw_picker) AS saw_picker, count(*) FILTER (WHERE saw_checkout) AS saw_checkout
      FROM counted_people GROUP BY hour
    ) AS p USING (hour)
    -- The first hour or day of a zone may begin in one that stays.
    ON CONFLICT (hour) DO UPDATE SET page_views = h.page_views + excluded.page_views,
      sessions = h.sessions + excluded.sessions, seconds = h.seconds + excluded.seconds,
      visitors = h.visitors + excluded.visitors, people = h.people + excluded.people,
      returned = h.returned + excluded.returned, saw_picker = h.saw_picker + excluded.saw_picker,
      saw_checkout = h.saw_checkout + excluded.saw_checkout;
  INSERT INTO visit_places AS p (grain, starts_at, country, city, people)
    SELECT grain, CASE grain WHEN 'hour' THEN hour ELSE day END, country, city, count(*)
    FROM counted_people, (VALUES ('hour'), ('day')) AS g (grain) GROUP BY 1, 2, 3, 4
    ON CONFLICT (grain, starts_at, country, city) DO UPDATE SET people = p.people + excluded.people;
  INSERT INTO visit_machines AS m (grain, starts_at, device_type, browser, os, people)
    SELECT grain, CASE grain WHEN 'hour' THEN hour ELSE day END, device_type, browser, os, count(*)
    FROM counted_people, (VALUES ('hour'), ('day')) AS g (grain) GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (grain, starts_at, device_type, browser, os) DO UPDATE SET people = m.people + excluded.people;
  UPDATE visit_people p SET last_hour = c.hour FROM counted_people c
    WHERE c.visitor_key = p.visitor_key AND p.last_hour <> c.hour;
  DROP TABLE counted_people;
END $$;
