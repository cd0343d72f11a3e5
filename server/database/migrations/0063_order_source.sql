-- Orders and visits of earlier versions have no source: they count as `unknown`, and by their referrer. The lists begin here; `npm run
-- visitors:rebuild` adds the visits that are kept.
CREATE TABLE "source_days" (
	"day" date NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"placed" integer NOT NULL,
	"payments" integer NOT NULL,
	"revenue_cents" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "device_type" text;--> statement-breakpoint
ALTER TABLE "visit_names" ADD COLUMN "checkouts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "source" text;--> statement-breakpoint
CREATE INDEX "source_days_list" ON "source_days" USING btree ("list","day");--> statement-breakpoint
CREATE FUNCTION source_lists(source jsonb, country text, device text) RETURNS TABLE (list text, name text) LANGUAGE sql IMMUTABLE AS $$
  -- The lists that an order is in, each with its name there.
  SELECT * FROM (VALUES
    ('source', coalesce(source ->> 'source', 'unknown')), ('campaign', source ->> 'campaign'), ('landing', source ->> 'landing'),
    ('country', coalesce(country, 'Unknown')), ('device', coalesce(device, 'unknown'))
  ) AS l (list, name) WHERE l.name IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION roll_sources_added() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION roll_sources_removed() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION roll_sources_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION compute_source_days(zone text)
  RETURNS TABLE (day date, list text, name text, placed bigint, payments bigint, revenue_cents numeric) LANGUAGE sql STABLE AS $$
  -- What source_days is, in terms of orders.
  SELECT each_day.day, l.list, l.name, sum(each_day.placed)::bigint, sum(each_day.payments)::bigint, sum(each_day.cents) FROM (
    SELECT (created_at AT TIME ZONE zone)::date AS day, source, network_country, device_type, count(*) AS placed, 0::bigint AS payments,
      0::numeric AS cents
    FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT (paid_at AT TIME ZONE zone)::date, source, network_country, device_type, 0,
      count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
      sum(revenue_of(payment_status, amount_cents, refunded_cents))
    FROM orders WHERE paid_at IS NOT NULL GROUP BY 1, 2, 3, 4
  ) AS each_day, source_lists(source, network_country, device_type) AS l GROUP BY 1, 2, 3
$$;--> statement-breakpoint
CREATE FUNCTION rebuild_source_days() RETURNS void LANGUAGE sql AS $$
  DELETE FROM source_days;
  INSERT INTO source_days (day, list, name, placed, payments, revenue_cents) SELECT * FROM compute_source_days(orders_zone());
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_sourced_added AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_sources_added();--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_sourced_removed AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION roll_sources_removed();--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_sourced_changed AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_sources_changed();--> statement-breakpoint
SELECT rebuild_source_days();
