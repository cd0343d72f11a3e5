CREATE TABLE "payment_methods" (
	"method" text PRIMARY KEY NOT NULL,
	"is_on" boolean,
	"position" smallint,
	"titles" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"min_cents" integer,
	"max_cents" integer,
	"hidden_countries" text[] DEFAULT '{}' NOT NULL,
	"keys" jsonb,
	"secrets" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tested_at" timestamp (3) with time zone,
	"test_failed" boolean DEFAULT false NOT NULL,
	"tested_keys" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_methods_method" CHECK ("payment_methods"."method" in ('mpgs', 'stripe', 'manual')),
	CONSTRAINT "payment_methods_limits" CHECK ("payment_methods"."min_cents" > 0 and "payment_methods"."max_cents" > 0 and "payment_methods"."min_cents" <= "payment_methods"."max_cents"),
	CONSTRAINT "payment_methods_countries" CHECK (cardinality("payment_methods"."hidden_countries") <= 250)
);
--> statement-breakpoint
CREATE INDEX "payment_notifications_newest" ON "payment_notifications" USING btree ("gateway","received_at" DESC NULLS LAST);
