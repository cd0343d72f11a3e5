CREATE TABLE "digests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"period" text NOT NULL,
	"first_day" date NOT NULL,
	"language" text NOT NULL,
	"figures" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "digests_period" CHECK ("digests"."period" in ('daily', 'weekly'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "digests_once" ON "digests" USING btree ("period","first_day");--> statement-breakpoint
CREATE INDEX "refunds_made" ON "refunds" USING btree ("updated_at") WHERE "refunds"."state" = 'refunded';--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_about_one";--> statement-breakpoint
-- With the column: the rows of the version before, which does not set it, satisfy all rules.
ALTER TABLE "mails" ADD COLUMN "digest_id" uuid
	CONSTRAINT "mails_digest_id_unique" UNIQUE
	CONSTRAINT "mails_digest_id_digests_id_fk" REFERENCES "public"."digests"("id") ON DELETE cascade
	CONSTRAINT "mails_about_digest" CHECK (("mails"."kind" in ('daily_digest', 'weekly_digest')) = (num_nonnulls("mails"."digest_id") = 1))
	CONSTRAINT "mails_about_one" CHECK (num_nonnulls("mails"."order_id", "mails"."contact_message_id", "mails"."alert_id", "mails"."tracking_code_id", "mails"."contact_reply_id",
        "mails"."digest_id") = 1);
