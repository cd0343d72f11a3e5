-- Changes of prices at a time in the future.
CREATE TABLE IF NOT EXISTS "scheduled_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"offers" jsonb NOT NULL,
	"based_on" integer NOT NULL,
	"confirmed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"admin_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"refused_at" timestamp (3) with time zone,
	"refusal" text,
	"refusal_coded" jsonb,
	"applied_at" timestamp (3) with time zone,
	"applied_version" integer,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_prices_due" ON "scheduled_prices" USING btree ("due_at") WHERE applied_at is null and refused_at is null and removed_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_prices_open" ON "scheduled_prices" USING btree ("due_at") WHERE applied_at is null and removed_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_prices_refused" ON "scheduled_prices" USING btree ("refused_at") WHERE refused_at is not null and applied_at is null and removed_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "scheduled_prices_applied" ON "scheduled_prices" USING btree ("applied_version") WHERE applied_version is not null;