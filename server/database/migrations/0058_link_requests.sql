CREATE TABLE "link_requests" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"position" smallint NOT NULL,
	"old_link" text NOT NULL,
	"new_link" text NOT NULL,
	"link_key" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "link_requests_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "link_requests_position" CHECK ("link_requests"."position" between 0 and 4),
	CONSTRAINT "link_requests_state" CHECK ("link_requests"."state" in ('requested', 'accepted', 'declined', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "link_requests" ADD CONSTRAINT "link_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "link_requests_one_open" ON "link_requests" USING btree ("order_id","position") WHERE "link_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "link_requests_open" ON "link_requests" USING btree ("requested_at" DESC NULLS FIRST) WHERE "link_requests"."state" = 'requested';