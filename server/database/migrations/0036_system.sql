CREATE TABLE "backup_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "call_times" (
	"hour" timestamp (3) with time zone NOT NULL,
	"service" text NOT NULL,
	"bucket_ms" integer NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "call_times_hour_service_bucket_ms_pk" PRIMARY KEY("hour","service","bucket_ms"),
	CONSTRAINT "call_times_service" CHECK ("call_times"."service" in ('gateway', 'provider'))
);
--> statement-breakpoint
CREATE TABLE "database_sizes" (
	"day" date PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"url" text NOT NULL,
	"interval_minutes" smallint NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"last_status" smallint,
	"problem" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "heartbeats_one_row" CHECK ("heartbeats"."only"),
	CONSTRAINT "heartbeats_interval" CHECK ("heartbeats"."interval_minutes" between 1 and 60)
);
--> statement-breakpoint
CREATE INDEX "dispatches_completed" ON "dispatches" USING btree ("completed_at") WHERE "dispatches"."completed_at" is not null;