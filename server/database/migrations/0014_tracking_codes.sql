CREATE TABLE "tracking_codes" (
	"email_key" text PRIMARY KEY NOT NULL,
	"code_id" uuid NOT NULL,
	"language" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"requests" smallint DEFAULT 1 NOT NULL,
	"requested_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tracking_codes_tries" CHECK ("tracking_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE INDEX "tracking_codes_code" ON "tracking_codes" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "tracking_codes_end" ON "tracking_codes" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_about_one";--> statement-breakpoint
-- With the column: the rows of the version before, which does not set it, satisfy both rules.
ALTER TABLE "mails" ADD COLUMN "tracking_code_id" uuid
	CONSTRAINT "mails_about_code" CHECK (("mails"."kind" = 'track_code') = (num_nonnulls("mails"."tracking_code_id") = 1))
	CONSTRAINT "mails_about_one" CHECK (num_nonnulls("mails"."order_id", "mails"."contact_message_id", "mails"."alert_id", "mails"."tracking_code_id") = 1);
