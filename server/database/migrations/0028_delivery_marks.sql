-- How links and orders are delivered: each change that a provider reports, and histograms of the times. Empty at first.
ALTER TABLE "dispatches" ADD COLUMN "start_count" bigint;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "first_progress_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE TABLE "delivery_marks" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "delivery_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1) NOT NULL,
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"provider_id" text NOT NULL,
	"service_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"provider_order_id" text,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL,
	"live_status" text,
	"remains" integer,
	"begins" boolean DEFAULT false NOT NULL,
	"ends" boolean DEFAULT false NOT NULL,
	CONSTRAINT "delivery_marks_order_id_position_id_pk" PRIMARY KEY("order_id","position","id"),
	CONSTRAINT "delivery_marks_kind" CHECK ("delivery_marks"."kind" in ('status', 'refused', 'refilled'))
);
--> statement-breakpoint
CREATE TABLE "delivery_time_days" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"measure" text NOT NULL,
	"bucket" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "delivery_time_days_day_category_measure_bucket_pk" PRIMARY KEY("day","category","measure","bucket"),
	CONSTRAINT "delivery_time_days_measure" CHECK ("delivery_time_days"."measure" in ('began', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "delivery_times" (
	"order_id" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"began_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service_speed_days" (
	"day" date NOT NULL,
	"provider_id" text NOT NULL,
	"service_id" text NOT NULL,
	"band" smallint NOT NULL,
	"measure" text NOT NULL,
	"bucket" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "service_speed_days_day_provider_id_service_id_band_measure_bucket_pk" PRIMARY KEY("day","provider_id","service_id","band","measure","bucket"),
	CONSTRAINT "service_speed_days_band" CHECK ("service_speed_days"."band" between 0 and 3),
	CONSTRAINT "service_speed_days_measure" CHECK ("service_speed_days"."measure" in ('first_progress', 'completed', 'units_per_hour', 'short', 'refused', 'refilled'))
);
--> statement-breakpoint
ALTER TABLE "delivery_times" ADD CONSTRAINT "delivery_times_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_times_incomplete" ON "delivery_times" USING btree ("paid_at") WHERE "delivery_times"."completed_at" is null;--> statement-breakpoint
-- contract/speed-buckets.ts has the inverse.
CREATE FUNCTION speed_bucket(size double precision) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(4 * ln(greatest(size, 1)) / ln(2))::smallint
$$;--> statement-breakpoint
CREATE FUNCTION quantity_band(quantity integer) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE WHEN quantity <= 1000 THEN 0 WHEN quantity <= 5000 THEN 1 WHEN quantity <= 20000 THEN 2 ELSE 3 END)::smallint
$$;
