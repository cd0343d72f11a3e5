CREATE TABLE "provider_looks" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"balance" numeric(18, 5),
	"currency" text,
	"balance_at" timestamp (3) with time zone,
	"services_at" timestamp (3) with time zone,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "provider_services" (
	"provider_id" text NOT NULL,
	"service_id" text NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"rate_per_thousand" numeric(18, 6),
	"min" bigint,
	"max" bigint,
	"refill" boolean,
	"cancel" boolean,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "provider_services_provider_id_service_id_pk" PRIMARY KEY("provider_id","service_id")
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"priority" integer NOT NULL,
	"enabled" boolean NOT NULL,
	"api_url" text,
	"api_key_sealed" text,
	"likes_service_id" text DEFAULT '' NOT NULL,
	"views_service_id" text DEFAULT '' NOT NULL,
	"low_balance" numeric(18, 2),
	"changed_by" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "providers_id" CHECK ("providers"."id" ~ '^(default|p[0-9]+)$')
);
--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "provider_id" text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "charge" numeric(18, 6);--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "dispatches_of_service" ON "dispatches" USING btree ("provider_id","service_id","claimed_at" DESC NULLS FIRST);