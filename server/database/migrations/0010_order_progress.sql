DROP TRIGGER dispatches_unsent_added ON "dispatches";--> statement-breakpoint
DROP TRIGGER dispatches_unsent_removed ON "dispatches";--> statement-breakpoint
DROP TRIGGER dispatches_unsent_changed ON "dispatches";--> statement-breakpoint
DROP FUNCTION unsent_links_added(), unsent_links_removed(), unsent_links_changed(), count_unsent_links(text[]), is_at_provider(text);--> statement-breakpoint
DROP INDEX "orders_to_deliver";--> statement-breakpoint
DROP INDEX "orders_by_amount";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_state" text DEFAULT 'unpaid' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "unsent_links";--> statement-breakpoint
-- The functions follow contract/order-progress.ts and contract/provider-status.ts; order-filter.test.ts compares them.
CREATE FUNCTION provider_status_kind(status text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE translate(lower(status), E' _-\t\n\r', '')
    WHEN 'pending' THEN 'pending'
    WHEN 'processing' THEN 'active' WHEN 'inprogress' THEN 'active'
    WHEN 'completed' THEN 'completed' WHEN 'partial' THEN 'partial'
    WHEN 'canceled' THEN 'canceled' WHEN 'cancelled' THEN 'canceled' WHEN 'refunded' THEN 'refunded'
    WHEN 'fail' THEN 'failed' WHEN 'failed' THEN 'failed' WHEN 'error' THEN 'failed'
    ELSE 'unknown' END
$$;--> statement-breakpoint
CREATE FUNCTION link_has_ended(d dispatches) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT d.state = 'sent' AND d.live_status IS NOT NULL AND CASE provider_status_kind(d.live_status)
    WHEN 'completed' THEN true WHEN 'partial' THEN true WHEN 'canceled' THEN true WHEN 'refunded' THEN true
    WHEN 'failed' THEN NOT d.following
    ELSE false END
$$;--> statement-breakpoint
-- Null where no provider counted them.
CREATE FUNCTION link_units(d dispatches) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN d.state <> 'sent' OR d.live_status IS NULL THEN NULL
    WHEN provider_status_kind(d.live_status) = 'completed' OR d.shortfall = 'refilled' THEN d.quantity
    WHEN d.remains IS NOT NULL THEN greatest(0, d.quantity - d.remains)
    WHEN link_has_ended(d) AND provider_status_kind(d.live_status) <> 'partial' THEN 0 END
$$;--> statement-breakpoint
CREATE FUNCTION payment_state_of(o orders) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_confirming boolean := false;
  is_declined boolean := false;
BEGIN
  IF o.payment_status IN ('disputed', 'refunded') THEN
    RETURN o.payment_status;
  ELSIF o.payment_status = 'paid' THEN
    RETURN CASE WHEN o.refunded_cents >= o.amount_cents THEN 'refunded' WHEN o.refunded_cents > 0 THEN 'partly_refunded' ELSE 'paid' END;
  ELSIF o.payment_status <> 'none' THEN
    SELECT coalesce(bool_or(confirming_since IS NOT NULL OR unknown_status IS NOT NULL OR state = 'mismatch'), false),
      coalesce((array_agg(failed_tries ORDER BY number DESC))[1] > 0, false)
    INTO is_confirming, is_declined FROM payment_attempts WHERE order_id = o.id;
  END IF;
  RETURN CASE
    WHEN is_confirming THEN 'confirming'
    WHEN is_declined OR o.payment_status = 'failed' THEN 'declined'
    WHEN o.status = 'failed' OR o.payment_status = 'expired' THEN 'expired'
    ELSE 'unpaid' END;
END $$;--> statement-breakpoint
-- What became of the links of these orders. Of many at once: most of the time for one order is the start of the query.
CREATE FUNCTION links_of(ids text[]) RETURNS TABLE (order_id text, placed bigint, ended bigint, counted bigint, units bigint, is_under_way boolean)
LANGUAGE sql STABLE AS $$
  SELECT i.id, coalesce(d.placed, 0), coalesce(d.ended, 0), coalesce(d.counted, 0), coalesce(d.units, 0) + coalesce(r.units, 0),
    coalesce(d.is_under_way, false)
  FROM unnest(ids) AS i(id)
  LEFT JOIN (
    SELECT l.order_id, count(*) FILTER (WHERE l.state = 'sent') AS placed, count(*) FILTER (WHERE link_has_ended(l)) AS ended,
      count(link_units(l)) AS counted, sum(link_units(l)) AS units, bool_or(l.state IN ('sending', 'unknown')) AS is_under_way
    FROM dispatches l WHERE l.order_id = ANY (ids) GROUP BY 1) AS d ON d.order_id = i.id
  LEFT JOIN (
    SELECT l.order_id, sum(l.delivered) AS units FROM link_replacements l WHERE l.order_id = ANY (ids) GROUP BY 1) AS r ON r.order_id = i.id
$$;--> statement-breakpoint
CREATE FUNCTION delivery_state_of(o orders, placed bigint, ended bigint, counted bigint, units bigint, is_under_way boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  links integer := cardinality(o.post_links);
  is_over boolean := o.status IN ('completed', 'failed') OR o.payment_status IN ('refunded', 'disputed');
BEGIN
  RETURN CASE
    WHEN o.paid_at IS NULL AND o.status NOT IN ('processing', 'completed') THEN 'none'
    WHEN placed = 0 AND NOT is_under_way AND o.payment_status NOT IN ('paid', 'refunded', 'disputed') THEN 'none'
    WHEN placed > ended THEN CASE WHEN placed < links AND NOT is_over THEN 'sending' ELSE 'in_progress' END
    WHEN placed < links AND NOT is_over THEN CASE WHEN placed > 0 OR is_under_way THEN 'sending' ELSE 'to_send' END
    WHEN counted = links AND units >= o.quantity THEN 'completed'
    WHEN units > 0 OR counted < placed THEN 'partial'
    ELSE 'not_delivered' END;
END $$;--> statement-breakpoint
UPDATE orders o SET payment_state = payment_state_of(o), delivery_state = delivery_state_of(o, l.placed, l.ended, l.counted, l.units, l.is_under_way)
FROM links_of((SELECT array_agg(id) FROM orders WHERE payment_status <> 'none' OR status <> 'pending')) AS l WHERE o.id = l.order_id;--> statement-breakpoint
CREATE INDEX "orders_payment_state" ON "orders" USING btree ("payment_state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."deleted_at" is null and "orders"."payment_state" not in ('expired', 'paid');--> statement-breakpoint
CREATE INDEX "orders_delivery_state" ON "orders" USING btree ("delivery_state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."deleted_at" is null and "orders"."delivery_state" not in ('none', 'completed');--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("amount_cents" DESC NULLS FIRST,"id" DESC NULLS FIRST,"created_at","status","category","search_text","payment_state","delivery_state") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_to_deliver" ON "orders" USING btree ("paid_at") WHERE "orders"."deleted_at" is null and "orders"."delivery_state" in ('to_send', 'sending');--> statement-breakpoint
CREATE FUNCTION set_order_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.payment_state := payment_state_of(NEW);
  -- An order has no links at a provider before it is there itself.
  IF TG_OP = 'INSERT' THEN
    NEW.delivery_state := delivery_state_of(NEW, 0, 0, 0, 0, false);
  ELSE
    SELECT delivery_state_of(NEW, l.placed, l.ended, l.counted, l.units, l.is_under_way) INTO NEW.delivery_state FROM links_of(ARRAY[NEW.id]) AS l;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- An order as buyers place it has the defaults.
CREATE TRIGGER orders_progress_added BEFORE INSERT ON "orders" FOR EACH ROW
WHEN (NEW.payment_status <> 'none' OR NEW.status <> 'pending') EXECUTE FUNCTION set_order_progress();--> statement-breakpoint
CREATE TRIGGER orders_progress_changed BEFORE UPDATE OF status, payment_status, paid_at, refunded_cents, amount_cents, quantity, post_links
ON "orders" FOR EACH ROW WHEN (
  (OLD.status, OLD.payment_status, OLD.paid_at, OLD.refunded_cents, OLD.amount_cents, OLD.quantity, OLD.post_links)
    IS DISTINCT FROM (NEW.status, NEW.payment_status, NEW.paid_at, NEW.refunded_cents, NEW.amount_cents, NEW.quantity, NEW.post_links))
EXECUTE FUNCTION set_order_progress();--> statement-breakpoint
-- Whoever makes a change that moves its order to another state holds that order.
CREATE FUNCTION refresh_payment_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders o SET payment_state = payment_state_of(o) WHERE id = NEW.order_id AND payment_state <> payment_state_of(o);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payment_attempts_state_added AFTER INSERT ON "payment_attempts" FOR EACH ROW
WHEN (NEW.number > 1 OR NEW.confirming_since IS NOT NULL OR NEW.unknown_status IS NOT NULL OR NEW.state = 'mismatch' OR NEW.failed_tries > 0)
EXECUTE FUNCTION refresh_payment_state();--> statement-breakpoint
CREATE TRIGGER payment_attempts_state_changed AFTER UPDATE OF state, confirming_since, unknown_status, failed_tries ON "payment_attempts" FOR EACH ROW
WHEN ((OLD.confirming_since IS NULL, OLD.unknown_status IS NULL, OLD.state = 'mismatch', OLD.failed_tries > 0)
  IS DISTINCT FROM (NEW.confirming_since IS NULL, NEW.unknown_status IS NULL, NEW.state = 'mismatch', NEW.failed_tries > 0))
EXECUTE FUNCTION refresh_payment_state();--> statement-breakpoint
CREATE FUNCTION refresh_delivery_states(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders o SET delivery_state = delivery_state_of(o, l.placed, l.ended, l.counted, l.units, l.is_under_way) FROM links_of(changed) AS l
  WHERE o.id = l.order_id AND o.delivery_state <> delivery_state_of(o, l.placed, l.ended, l.counted, l.units, l.is_under_way);
END $$;--> statement-breakpoint
CREATE FUNCTION refresh_delivery_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_delivery_states(array_agg(DISTINCT order_id)) FROM added HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION refresh_delivery_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_delivery_states(array_agg(DISTINCT order_id)) FROM removed HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION refresh_delivery_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_delivery_states(array_agg(DISTINCT n.order_id)) FROM added n JOIN removed o USING (order_id, position)
  WHERE (n.state, link_has_ended(n), CASE WHEN link_has_ended(n) THEN link_units(n) END)
    IS DISTINCT FROM (o.state, link_has_ended(o), CASE WHEN link_has_ended(o) THEN link_units(o) END)
  HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER dispatches_state_added AFTER INSERT ON "dispatches" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_delivery_of_added();--> statement-breakpoint
CREATE TRIGGER dispatches_state_removed AFTER DELETE ON "dispatches" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refresh_delivery_of_removed();--> statement-breakpoint
CREATE TRIGGER dispatches_state_changed AFTER UPDATE ON "dispatches" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_delivery_of_changed();--> statement-breakpoint
CREATE TRIGGER link_replacements_state_added AFTER INSERT ON "link_replacements" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_delivery_of_added();
