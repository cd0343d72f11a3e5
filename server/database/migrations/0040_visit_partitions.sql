-- Visits in partitions by ID. The rows that exist become the first partition: their scan is the longest step, and locks this
-- table alone. New rows go to the default partition; the store closes it once a day.
ALTER TABLE "visits" RENAME TO "visits_first";--> statement-breakpoint
ALTER TABLE "visits_first" RENAME CONSTRAINT "visits_pkey" TO "visits_first_pkey";--> statement-breakpoint
ALTER INDEX "visits_time" RENAME TO "visits_first_time";--> statement-breakpoint
ALTER INDEX "visits_visitor" RENAME TO "visits_first_visitor";--> statement-breakpoint
ALTER TABLE "visits_first" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
CREATE TABLE "visits" (
	LIKE "visits_first" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
	PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");--> statement-breakpoint
ALTER TABLE "visits" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME "visits_id_seq");--> statement-breakpoint
CREATE INDEX "visits_time" ON "visits" USING btree ("visited_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "visits_visitor" ON "visits" USING btree ("visitor_key","id");--> statement-breakpoint
DO $$
DECLARE
  next_id bigint := (SELECT coalesce(max(id), 0) + 1 FROM visits_first);
BEGIN
  PERFORM setval('visits_id_seq', next_id, false);
  EXECUTE format('ALTER TABLE visits ATTACH PARTITION visits_first FOR VALUES FROM (MINVALUE) TO (%s)', next_id);
END $$;--> statement-breakpoint
CREATE TABLE "visits_default" PARTITION OF "visits" DEFAULT;
