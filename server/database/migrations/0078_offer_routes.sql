-- contract: needs 0063_order_source
-- Orders of offers beside likes and views, and the service of each of them at each provider.
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_category";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_category" CHECK ("orders"."category" in ('Likes', 'Views', 'Followers', 'Subscribers')) NOT VALID;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "offer_routes" (
	"offer_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"service_id" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offer_routes_offer_id_provider_id_pk" PRIMARY KEY("offer_id","provider_id")
);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_offer" ON "orders" USING btree ((offer ->> 'id'),"created_at" DESC,"id" DESC) WHERE "orders"."deleted_at" is null and offer ->> 'id' not in ('instagram-likes', 'instagram-views');--> statement-breakpoint
-- The version before sends by the category of an order: nothing is sent of another offer by a service that is not its own.
CREATE OR REPLACE FUNCTION assert_offer_route() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM orders o WHERE o.id = NEW.order_id AND o.offer ->> 'id' NOT IN ('instagram-likes', 'instagram-views')
      AND NOT EXISTS (SELECT FROM offer_routes r WHERE r.offer_id = o.offer ->> 'id' AND r.provider_id = NEW.provider_id
        AND r.service_id = NEW.service_id)) THEN
    RAISE EXCEPTION 'service % of % is no route of the offer of order %', NEW.service_id, NEW.provider_id, NEW.order_id;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER dispatches_route_added BEFORE INSERT ON "dispatches" FOR EACH ROW
  WHEN (NEW.state = 'sending') EXECUTE FUNCTION assert_offer_route();--> statement-breakpoint
CREATE OR REPLACE TRIGGER dispatches_route_changed BEFORE UPDATE OF state, service_id ON "dispatches" FOR EACH ROW
  WHEN (NEW.state = 'sending') EXECUTE FUNCTION assert_offer_route();
