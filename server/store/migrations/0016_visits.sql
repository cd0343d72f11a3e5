CREATE TABLE "visit_exclusions" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_exclusions_day_reason_pk" PRIMARY KEY("day","reason")
);
--> statement-breakpoint
CREATE TABLE "visit_hours" (
	"hour" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"page_views" integer NOT NULL,
	"sessions" integer NOT NULL,
	"seconds" bigint NOT NULL,
	"visitors" integer NOT NULL,
	"people" integer NOT NULL,
	"returned" integer NOT NULL,
	"saw_picker" integer NOT NULL,
	"saw_checkout" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_machines" (
	"grain" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "visit_machines_grain_starts_at_device_type_browser_os_pk" PRIMARY KEY("grain","starts_at","device_type","browser","os")
);
--> statement-breakpoint
CREATE TABLE "visit_people" (
	"visitor_key" text PRIMARY KEY NOT NULL,
	"last_hour" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"pages" integer NOT NULL,
	"returned" boolean NOT NULL,
	"country" text NOT NULL,
	"city" text NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"saw_picker" boolean NOT NULL,
	"saw_checkout" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_places" (
	"grain" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"country" text NOT NULL,
	"city" text NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "visit_places_grain_starts_at_country_city_pk" PRIMARY KEY("grain","starts_at","country","city")
);
--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "starts_session" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "visits_visitor" ON "visits" USING btree ("visitor_key","id");--> statement-breakpoint
CREATE FUNCTION rebuild_visits() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Nothing older is left to count: what was counted then stays.
  first timestamptz := (SELECT date_trunc('day', min(visited_at), 'UTC') FROM visits);
BEGIN
  IF first IS NULL THEN RETURN; END IF;
  DELETE FROM visit_hours WHERE hour >= first;
  DELETE FROM visit_places WHERE starts_at >= first;
  DELETE FROM visit_machines WHERE starts_at >= first;
  CREATE TEMP TABLE counted_people ON COMMIT DROP AS
    SELECT date_trunc('hour', max(visited_at), 'UTC') AS hour, min(country) AS country, min(city) AS city,
      min(device_type) AS device_type, min(browser) AS browser, min(os) AS os, bool_or("returning") AS returned,
      bool_or(page_url IN ('/', '/pt')) AS saw_picker, bool_or(page_url IN ('/checkout', '/pt/checkout')) AS saw_checkout
    FROM visits GROUP BY visitor_key;
  INSERT INTO visit_hours (hour, page_views, sessions, seconds, visitors, people, returned, saw_picker, saw_checkout)
    SELECT hour, views, sessions, seconds, visitors, coalesce(p.people, 0), coalesce(p.returned, 0),
      coalesce(p.saw_picker, 0), coalesce(p.saw_checkout, 0)
    FROM (
      SELECT hour, sum(views) AS views, sum(sessions) AS sessions, sum(seconds) AS seconds, count(*) AS visitors
      FROM (
        SELECT date_trunc('hour', visited_at, 'UTC') AS hour, visitor_key, count(*) AS views,
          count(*) FILTER (WHERE starts_session) AS sessions, sum(session_seconds) AS seconds
        FROM visits GROUP BY 1, 2
      ) AS by_visitor GROUP BY hour
    ) AS v
    LEFT JOIN (
      SELECT hour, count(*) AS people, count(*) FILTER (WHERE returned) AS returned,
        count(*) FILTER (WHERE saw_picker) AS saw_picker, count(*) FILTER (WHERE saw_checkout) AS saw_checkout
      FROM counted_people GROUP BY hour
    ) AS p USING (hour);
  INSERT INTO visit_places (grain, starts_at, country, city, people)
    SELECT grain, date_trunc(grain, hour, 'UTC'), country, city, count(*)
    FROM counted_people, (VALUES ('hour'), ('day')) AS g (grain) GROUP BY 1, 2, 3, 4;
  INSERT INTO visit_machines (grain, starts_at, device_type, browser, os, people)
    SELECT grain, date_trunc(grain, hour, 'UTC'), device_type, browser, os, count(*)
    FROM counted_people, (VALUES ('hour'), ('day')) AS g (grain) GROUP BY 1, 2, 3, 4, 5;
  DROP TABLE counted_people;
END $$;--> statement-breakpoint
UPDATE visits SET last_seen_at = visited_at + session_seconds * interval '1 second';--> statement-breakpoint
SELECT rebuild_visits();
