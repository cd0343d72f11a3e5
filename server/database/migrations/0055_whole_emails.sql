ALTER TABLE "contact_messages" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "rest" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "incoming_emails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "incoming_emails" ADD COLUMN "rest" text;--> statement-breakpoint
ALTER TABLE "incoming_emails" ADD COLUMN "source" text;
