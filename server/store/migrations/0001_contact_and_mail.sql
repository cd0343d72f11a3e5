CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"urgent" boolean NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "contact_messages_name" CHECK (char_length("contact_messages"."name") between 1 and 100),
	CONSTRAINT "contact_messages_email_length" CHECK (char_length("contact_messages"."email") between 3 and 254),
	CONSTRAINT "contact_messages_subject" CHECK (char_length("contact_messages"."subject") between 1 and 150),
	CONSTRAINT "contact_messages_message" CHECK (char_length("contact_messages"."message") between 1 and 5000)
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_state";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "contact_message_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "unknown_outcomes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once_per_message" ON "mails" USING btree ("contact_message_id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_about" CHECK (("mails"."kind" = 'contact') = ("mails"."contact_message_id" is not null));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_about_one" CHECK (("mails"."order_id" is null) = ("mails"."contact_message_id" is not null));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_sending_is_claimed" CHECK ("mails"."state" <> 'sending' or "mails"."claim_id" is not null);--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_sent_has_time" CHECK ("mails"."state" <> 'sent' or "mails"."sent_at" is not null);--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_state" CHECK ("mails"."state" in ('kept', 'queued', 'sending', 'sent', 'failed'));