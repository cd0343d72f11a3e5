DROP INDEX "orders_to_deliver";--> statement-breakpoint
DROP INDEX "orders_by_hand";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "unsent_links" smallint;--> statement-breakpoint
CREATE INDEX "orders_to_deliver" ON "orders" USING btree ("paid_at") WHERE "orders"."deleted_at" is null and "orders"."payment_status" = 'paid' and "orders"."status" not in ('completed', 'failed')
          and coalesce("orders"."unsent_links", 1) > 0;--> statement-breakpoint
CREATE INDEX "orders_by_hand" ON "orders" USING btree ("updated_at") WHERE "orders"."deleted_at" is null and "orders"."status_by_hand"
          and ("orders"."status" in ('pending', 'paid', 'processing') or ("orders"."status" = 'failed' and "orders"."payment_status" = 'paid'));--> statement-breakpoint
CREATE FUNCTION is_at_provider(state text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT state IN ('sending', 'sent', 'unknown')
$$;--> statement-breakpoint
-- Whoever changes a dispatch holds its order.
CREATE FUNCTION count_unsent_links(changed text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE orders o SET unsent_links = n.unsent
  FROM (
    SELECT id, cardinality(post_links) - (
      SELECT count(*) FROM dispatches d WHERE d.order_id = id AND is_at_provider(d.state)) AS unsent
    FROM orders WHERE id = ANY (changed)
  ) AS n
  WHERE o.id = n.id AND o.unsent_links IS DISTINCT FROM n.unsent
$$;--> statement-breakpoint
CREATE FUNCTION unsent_links_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_unsent_links(array_agg(DISTINCT order_id)) FROM added HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION unsent_links_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_unsent_links(array_agg(DISTINCT order_id)) FROM removed HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION unsent_links_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_unsent_links(array_agg(DISTINCT order_id)) FROM added JOIN removed USING (order_id, position)
  WHERE is_at_provider(added.state) <> is_at_provider(removed.state) HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER dispatches_unsent_added AFTER INSERT ON "dispatches" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION unsent_links_added();--> statement-breakpoint
CREATE TRIGGER dispatches_unsent_removed AFTER DELETE ON "dispatches" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION unsent_links_removed();--> statement-breakpoint
CREATE TRIGGER dispatches_unsent_changed AFTER UPDATE ON "dispatches" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION unsent_links_changed();--> statement-breakpoint
-- Only those that are open: of the others the count is made where it is asked for.
UPDATE orders o SET unsent_links = cardinality(o.post_links) - (
  SELECT count(*) FROM dispatches d WHERE d.order_id = o.id AND is_at_provider(d.state))
WHERE o.payment_status = 'paid' AND o.status IN ('paid', 'processing');
