CREATE TABLE "incoming_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_message_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"text" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incoming_emails_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "incoming_emails_name" CHECK (char_length("incoming_emails"."name") between 1 and 100),
	CONSTRAINT "incoming_emails_email_length" CHECK (char_length("incoming_emails"."email") between 3 and 254),
	CONSTRAINT "incoming_emails_text" CHECK (char_length("incoming_emails"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"key" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone,
	"busy_until" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "incoming_emails" ADD CONSTRAINT "incoming_emails_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incoming_emails_thread" ON "incoming_emails" USING btree ("contact_message_id","received_at");--> statement-breakpoint
CREATE INDEX "incoming_emails_email" ON "incoming_emails" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "mailboxes_failing" ON "mailboxes" USING btree ("failing_since") WHERE "mailboxes"."failing_since" is not null;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "latest_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "contact_messages_latest" ON "contact_messages" USING btree (coalesce("latest_at", "received_at") DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contact_messages_unanswered_latest" ON "contact_messages" USING btree (coalesce("latest_at", "received_at") DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
DROP INDEX "contact_messages_newest";--> statement-breakpoint
DROP INDEX "contact_messages_unanswered";
