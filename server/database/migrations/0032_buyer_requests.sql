CREATE TABLE "drop_reports" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"position" smallint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drop_reports_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "drop_reports_position" CHECK ("drop_reports"."position" between 0 and 4),
	CONSTRAINT "drop_reports_state" CHECK ("drop_reports"."state" in ('reported', 'refilling', 'refilled', 'refused', 'dismissed'))
);
--> statement-breakpoint
ALTER TABLE "drop_reports" ADD CONSTRAINT "drop_reports_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drop_reports_open" ON "drop_reports" USING btree ("reported_at" DESC NULLS FIRST) WHERE "drop_reports"."state" = 'reported';
