CREATE TABLE "customer_changes" (
	"email_key" text NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"orders" integer NOT NULL,
	"spent_cents" bigint NOT NULL,
	"last_order_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_total" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"customers" integer NOT NULL,
	CONSTRAINT "customer_total_one_row" CHECK ("customer_total"."id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"email_key" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"orders" integer NOT NULL,
	"spent_cents" bigint NOT NULL,
	"last_order_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_days" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"placed" integer NOT NULL,
	"paid" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "placed_counts" (
	"outcome" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revenue_days" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"payments" integer NOT NULL,
	"revenue_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "customers_spent" ON "customers" USING btree ("spent_cents" DESC NULLS FIRST,"email_key" DESC NULLS FIRST) WHERE "customers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "customers_orders" ON "customers" USING btree ("orders" DESC NULLS FIRST,"email_key" DESC NULLS FIRST) WHERE "customers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "customers_recent" ON "customers" USING btree ("last_order_at" DESC NULLS FIRST,"email_key" DESC NULLS FIRST) WHERE "customers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("email_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_days_day" ON "order_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "revenue_days_day" ON "revenue_days" USING btree ("day");--> statement-breakpoint
CREATE FUNCTION revenue_of(payment_status text, amount_cents integer, refunded_cents integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN payment_status IN ('paid', 'refunded') THEN amount_cents - refunded_cents ELSE 0 END::bigint
$$;--> statement-breakpoint
CREATE FUNCTION placed_outcome(live_status text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE lower(trim(coalesce(live_status, '')))
    WHEN 'completed' THEN 'completed'
    WHEN 'partial' THEN 'ended' WHEN 'canceled' THEN 'ended' WHEN 'cancelled' THEN 'ended' WHEN 'refunded' THEN 'ended'
    ELSE 'pending' END
$$;--> statement-breakpoint
CREATE FUNCTION roll_orders_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT (created_at AT TIME ZONE 'UTC')::date, category, status, count(*), count(paid_at)
  FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT (paid_at AT TIME ZONE 'UTC')::date, category,
    count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM added WHERE paid_at IS NOT NULL GROUP BY 1, 2;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT lower(customer_email), max(customer_email), max(customer_username), count(*) FILTER (WHERE deleted_at IS NULL),
    sum(revenue_of(payment_status, amount_cents, refunded_cents)), max(created_at)
  FROM added GROUP BY 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION roll_orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT (created_at AT TIME ZONE 'UTC')::date, category, status, -count(*), -count(paid_at)
  FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT (paid_at AT TIME ZONE 'UTC')::date, category,
    -count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    -sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM removed WHERE paid_at IS NOT NULL GROUP BY 1, 2;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT lower(customer_email), max(customer_email), max(customer_username), -count(*) FILTER (WHERE deleted_at IS NULL),
    -sum(revenue_of(payment_status, amount_cents, refunded_cents)), max(created_at)
  FROM removed GROUP BY 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION roll_orders_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT day, category, status, sum(one), sum(one * paid) FROM (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, category, status, 1 AS one, (paid_at IS NOT NULL)::int AS paid
    FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT (created_at AT TIME ZONE 'UTC')::date, category, status, -1, (paid_at IS NOT NULL)::int
    FROM removed WHERE deleted_at IS NULL
  ) AS moved GROUP BY day, category, status HAVING sum(one) <> 0 OR sum(one * paid) <> 0;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT day, category, sum(one * (cents > 0)::int), sum(one * cents) FROM (
    SELECT (paid_at AT TIME ZONE 'UTC')::date AS day, category, 1 AS one,
      revenue_of(payment_status, amount_cents, refunded_cents) AS cents
    FROM added WHERE paid_at IS NOT NULL
    UNION ALL
    SELECT (paid_at AT TIME ZONE 'UTC')::date, category, -1, revenue_of(payment_status, amount_cents, refunded_cents)
    FROM removed WHERE paid_at IS NOT NULL
  ) AS moved GROUP BY day, category HAVING sum(one * cents) <> 0 OR sum(one * (cents > 0)::int) <> 0;
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
CREATE FUNCTION count_placed_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), count(*) FROM added WHERE state = 'sent' GROUP BY 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_placed_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), -count(*) FROM removed WHERE state = 'sent' GROUP BY 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_placed_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT outcome, sum(one) FROM (
    SELECT placed_outcome(live_status) AS outcome, 1 AS one FROM added WHERE state = 'sent'
    UNION ALL
    SELECT placed_outcome(live_status), -1 FROM removed WHERE state = 'sent'
  ) AS moved GROUP BY outcome HAVING sum(one) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION rebuild_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_counts;
  INSERT INTO order_counts (status, category, count)
  SELECT status, category, count(*) FROM orders WHERE deleted_at IS NULL GROUP BY status, category;
  DELETE FROM order_days;
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT (created_at AT TIME ZONE 'UTC')::date, category, status, count(*), count(paid_at)
  FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  DELETE FROM revenue_days;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT (paid_at AT TIME ZONE 'UTC')::date, category,
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
CREATE TRIGGER orders_rolled_added AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_orders_added();--> statement-breakpoint
CREATE TRIGGER orders_rolled_removed AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION roll_orders_removed();--> statement-breakpoint
CREATE TRIGGER orders_rolled_changed AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_orders_changed();--> statement-breakpoint
CREATE TRIGGER dispatches_counted_added AFTER INSERT ON "dispatches" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_placed_added();--> statement-breakpoint
CREATE TRIGGER dispatches_counted_removed AFTER DELETE ON "dispatches" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_placed_removed();--> statement-breakpoint
CREATE TRIGGER dispatches_counted_changed AFTER UPDATE ON "dispatches" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_placed_changed();--> statement-breakpoint
LOCK TABLE "order_counts" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
SELECT rebuild_figures();
