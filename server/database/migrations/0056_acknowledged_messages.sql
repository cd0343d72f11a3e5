ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_about_one";--> statement-breakpoint
-- With the column: the rows of the version before, which does not set it, satisfy all rules. A column of its own, because the
-- version before would send the message of "contact_message_id" to the address that a visitor typed.
ALTER TABLE "mails" ADD COLUMN IF NOT EXISTS "acknowledged_message_id" uuid
	CONSTRAINT "mails_acknowledged_message_id_unique" UNIQUE
	CONSTRAINT "mails_acknowledged_message_id_contact_messages_id_fk" REFERENCES "public"."contact_messages"("id") ON DELETE cascade
	CONSTRAINT "mails_about_acknowledged" CHECK (("mails"."kind" = 'contact_received') = (num_nonnulls("mails"."acknowledged_message_id") = 1))
	CONSTRAINT "mails_about_one_record" CHECK (num_nonnulls("mails"."order_id", "mails"."contact_message_id", "mails"."alert_id", "mails"."tracking_code_id", "mails"."contact_reply_id",
        "mails"."digest_id", "mails"."acknowledged_message_id") = 1);
