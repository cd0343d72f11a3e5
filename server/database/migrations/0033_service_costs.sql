-- What ended links cost, how often providers answer, and what they change about services. Empty at first.
ALTER TABLE "delivery_marks" ADD COLUMN "charge" numeric(18, 6);--> statement-breakpoint
CREATE TABLE "service_cost_days" (
	"day" date NOT NULL,
	"provider_id" text NOT NULL,
	"service_id" text NOT NULL,
	"band" smallint NOT NULL,
	"charge" numeric(24, 6) NOT NULL,
	"units" bigint NOT NULL,
	CONSTRAINT "service_cost_days_day_provider_id_service_id_band_pk" PRIMARY KEY("day","provider_id","service_id","band"),
	CONSTRAINT "service_cost_days_band" CHECK ("service_cost_days"."band" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "provider_check_days" (
	"day" date NOT NULL,
	"provider_id" text NOT NULL,
	"answered" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "provider_check_days_day_provider_id_pk" PRIMARY KEY("day","provider_id")
);
--> statement-breakpoint
CREATE TABLE "service_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider_id" text NOT NULL,
	"service_id" text NOT NULL,
	"kind" text NOT NULL,
	"before" text,
	"after" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "service_changes_kind" CHECK ("service_changes"."kind" in ('price_up', 'price_down', 'gone', 'returned', 'renamed', 'recategorized'))
);
--> statement-breakpoint
CREATE INDEX "service_changes_newest" ON "service_changes" USING btree ("changed_at");
