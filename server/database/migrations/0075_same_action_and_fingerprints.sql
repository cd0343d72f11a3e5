-- One provider order at a time for a post and what it gets, at any provider. The index keeps its name, by which the version
-- before recognizes the refusal. Two sends of before that run together are left as they are: the later one has no action.
ALTER TABLE "dispatches" ADD COLUMN IF NOT EXISTS "action" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT lower(category) INTO NEW.action FROM orders WHERE id = NEW.order_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER dispatches_action_added BEFORE INSERT ON "dispatches" FOR EACH ROW
  WHEN (NEW.action IS NULL) EXECUTE FUNCTION write_action();--> statement-breakpoint
-- A row that an earlier version wrote gets its action when it is sent or followed again.
CREATE OR REPLACE TRIGGER dispatches_action_changed BEFORE UPDATE OF state, following ON "dispatches" FOR EACH ROW
  WHEN (NEW.action IS NULL
    AND NOT (OLD.state IN ('sending', 'unknown') OR (OLD.state = 'sent' AND OLD.following))
    AND (NEW.state IN ('sending', 'unknown') OR (NEW.state = 'sent' AND NEW.following)))
  EXECUTE FUNCTION write_action();--> statement-breakpoint
UPDATE "dispatches" d SET action = lower(o.category) FROM (
    SELECT order_id, position, state, link_key,
      row_number() OVER (PARTITION BY (SELECT category FROM orders WHERE id = order_id), link_key, state = 'waiting'
        ORDER BY claimed_at, order_id, position) AS nth
    FROM "dispatches" WHERE state IN ('sending', 'unknown', 'waiting') OR (state = 'sent' AND following)
  ) AS open, orders o
  WHERE d.order_id = open.order_id AND d.position = open.position AND o.id = open.order_id AND (open.nth = 1 OR open.state = 'waiting');--> statement-breakpoint
DROP INDEX IF EXISTS "dispatches_one_active_per_link";--> statement-breakpoint
CREATE UNIQUE INDEX "dispatches_one_active_per_link" ON "dispatches" USING btree ("action","link_key") WHERE "dispatches"."state" in ('sending', 'unknown') or ("dispatches"."state" = 'sent' and "dispatches"."following");--> statement-breakpoint
DROP INDEX IF EXISTS "dispatches_waiting_for_link";--> statement-breakpoint
CREATE INDEX "dispatches_waiting_for_link" ON "dispatches" USING btree ("action","link_key","created_at") WHERE "dispatches"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "provider_services" ADD COLUMN IF NOT EXISTS "type" text;--> statement-breakpoint
ALTER TABLE "provider_services" ADD COLUMN IF NOT EXISTS "confirmed" jsonb;--> statement-breakpoint
-- Existing services are what the operator chose, as the catalog was last read.
UPDATE "provider_services" SET confirmed = jsonb_build_object('name', name, 'category', category, 'type', type,
  'rate', rate_per_thousand::text, 'min', min, 'max', max, 'refill', refill, 'cancel', cancel) WHERE gone_at IS NULL AND confirmed IS NULL;--> statement-breakpoint
ALTER TABLE "provider_services" ADD COLUMN IF NOT EXISTS "is_held" boolean GENERATED ALWAYS AS (coalesce(
  confirmed ->> 'name' <> name or confirmed ->> 'type' <> type
  or (confirmed ->> 'category' <> category and (confirmed ->> 'rate')::numeric is distinct from rate_per_thousand), false)) STORED;
