CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_message_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"text" text NOT NULL,
	"message_id" text NOT NULL,
	"written_by" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_replies_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "contact_replies_text" CHECK (char_length("contact_replies"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "reply_template_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"templates" jsonb NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_replies_once" ON "contact_replies" USING btree ("contact_message_id","idempotency_key");--> statement-breakpoint
-- Messages of before have none.
ALTER TABLE "contact_messages" ADD COLUMN "message_id" text CONSTRAINT "contact_messages_message_id_unique" UNIQUE;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_about_one";--> statement-breakpoint
-- With the column: the rows of the version before, which does not set it, satisfy all rules.
ALTER TABLE "mails" ADD COLUMN "contact_reply_id" uuid
	CONSTRAINT "mails_contact_reply_id_unique" UNIQUE
	CONSTRAINT "mails_contact_reply_id_contact_replies_id_fk" REFERENCES "public"."contact_replies"("id") ON DELETE cascade
	CONSTRAINT "mails_about_reply" CHECK (("mails"."kind" = 'contact_reply') = (num_nonnulls("mails"."contact_reply_id") = 1))
	CONSTRAINT "mails_about_one" CHECK (num_nonnulls("mails"."order_id", "mails"."contact_message_id", "mails"."alert_id", "mails"."tracking_code_id", "mails"."contact_reply_id") = 1);
