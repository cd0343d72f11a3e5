CREATE TABLE "link_replacements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"old_link" text NOT NULL,
	"new_link" text NOT NULL,
	"reason" text,
	"provider_id" text,
	"service_id" text,
	"provider_order_id" text,
	"live_status" text,
	"charge" numeric(18, 6),
	"delivered" integer NOT NULL,
	"replaced_by" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "link_replacements_position" CHECK ("link_replacements"."position" between 0 and 4),
	CONSTRAINT "link_replacements_delivered" CHECK ("link_replacements"."delivered" >= 0),
	CONSTRAINT "link_replacements_reason" CHECK (char_length("link_replacements"."reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "delivery_requests" DROP CONSTRAINT "delivery_requests_order_id_position_dispatches_order_id_position_fk";
--> statement-breakpoint
DROP INDEX "dispatches_stopped";--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "shortfall" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "status_before" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "by_hand_before" boolean;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "changed_by_hand_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "confirming_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "link_replacements" ADD CONSTRAINT "link_replacements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_replacements_order" ON "link_replacements" USING btree ("order_id","replaced_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_replacements_provider_order" ON "link_replacements" USING btree ("provider_order_id");--> statement-breakpoint
ALTER TABLE "delivery_requests" ADD CONSTRAINT "delivery_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_to_deliver" ON "orders" USING btree ("paid_at") WHERE "orders"."deleted_at" is null and "orders"."payment_status" = 'paid' and "orders"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "orders_by_hand" ON "orders" USING btree ("updated_at") WHERE "orders"."deleted_at" is null and "orders"."status_by_hand" and "orders"."status" in ('pending', 'paid', 'processing');--> statement-breakpoint
CREATE INDEX "dispatches_stopped" ON "dispatches" USING btree ("claimed_at" DESC NULLS FIRST) WHERE "dispatches"."state" = 'sent' and not "dispatches"."following" and "dispatches"."shortfall" is null and lower(trim("dispatches"."live_status")) in ('partial', 'canceled', 'cancelled', 'refunded', 'fail', 'failed', 'error');--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_shortfall" CHECK ("dispatches"."shortfall" in ('refilled', 'refunded', 'dismissed'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_undo" CHECK (("orders"."status_before" is null) = ("orders"."changed_by_hand_at" is null)
        and ("orders"."by_hand_before" is null) = ("orders"."changed_by_hand_at" is null));--> statement-breakpoint
-- What was decided about links that ended short before there was a column for it.
UPDATE "dispatches" d SET "shortfall" = CASE WHEN o."payment_status" IN ('refunded', 'disputed') OR EXISTS (
    SELECT FROM "refunds" r WHERE r."order_id" = d."order_id" AND r."state" = 'refunded'
      AND r."undelivered_quantity" > 0 AND r."created_at" > d."updated_at") THEN 'refunded' ELSE 'dismissed' END
FROM "orders" o WHERE o."id" = d."order_id" AND d."state" = 'sent' AND NOT d."following"
  AND lower(trim(d."live_status")) IN ('partial', 'canceled', 'cancelled', 'refunded', 'fail', 'failed', 'error')
  AND (o."deleted_at" IS NOT NULL OR o."status" IN ('completed', 'failed') OR o."payment_status" IN ('refunded', 'disputed')
    OR EXISTS (SELECT FROM "refunds" r WHERE r."order_id" = d."order_id" AND r."state" = 'refunded'
      AND r."undelivered_quantity" > 0 AND r."created_at" > d."updated_at")
    OR EXISTS (SELECT FROM "attention_aside" a WHERE a."kind" = 'delivery_stopped'
      AND a."subject" = concat_ws(' ', d."order_id", d."position", d."provider_order_id", d."refill_id")));
