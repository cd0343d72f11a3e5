CREATE TABLE "delivery_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"provider_refill_id" text,
	"words" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_requests_kind" CHECK ("delivery_requests"."kind" in ('refill', 'cancel')),
	CONSTRAINT "delivery_requests_state" CHECK ("delivery_requests"."state" in ('asking', 'accepted', 'done', 'rejected', 'refused', 'unknown')),
	CONSTRAINT "delivery_requests_end" CHECK (("delivery_requests"."ended_at" is null) = ("delivery_requests"."state" in ('asking', 'accepted')))
);
--> statement-breakpoint
CREATE TABLE "provider_tests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_tests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tested_at" timestamp (3) with time zone NOT NULL,
	"tested_by" text NOT NULL,
	"action" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"http_status" smallint,
	"words" text NOT NULL,
	CONSTRAINT "provider_tests_outcome" CHECK ("provider_tests"."outcome" in ('answered', 'refused', 'not_sent', 'lost'))
);
--> statement-breakpoint
ALTER TABLE "dispatches" DROP CONSTRAINT "dispatches_state";--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "misses" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "next_try_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_requests" ADD CONSTRAINT "delivery_requests_order_id_position_dispatches_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."dispatches"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_requests_of_link" ON "delivery_requests" USING btree ("order_id","position","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_requests_one_open" ON "delivery_requests" USING btree ("order_id","position","kind") WHERE "delivery_requests"."state" in ('asking', 'accepted');--> statement-breakpoint
CREATE INDEX "delivery_requests_open" ON "delivery_requests" USING btree ("kind","checked_at") WHERE "delivery_requests"."state" in ('asking', 'accepted');--> statement-breakpoint
CREATE INDEX "dispatches_waiting" ON "dispatches" USING btree ("next_try_at") WHERE "dispatches"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "dispatches_waiting_for_link" ON "dispatches" USING btree ("service_id","link_key","created_at") WHERE "dispatches"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_state" CHECK ("dispatches"."state" in ('sending', 'sent', 'failed', 'unknown', 'waiting'));