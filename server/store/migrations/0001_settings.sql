CREATE TABLE "launch_attestations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "launch_attestations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statements" text[] NOT NULL,
	"attested_by" text NOT NULL,
	"attested_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"api_url" text,
	"api_key_sealed" text,
	"likes_service_id" text,
	"views_service_id" text,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_settings_one_row" CHECK ("provider_settings"."id")
);
--> statement-breakpoint
CREATE TABLE "store_settings_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"changed_by" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_settings_versions_version" CHECK ("store_settings_versions"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "stepped_up_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE TRIGGER store_settings_versions_append_only BEFORE UPDATE OR DELETE ON "store_settings_versions" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER launch_attestations_append_only BEFORE UPDATE OR DELETE ON "launch_attestations" FOR EACH ROW EXECUTE FUNCTION refuse_change();
