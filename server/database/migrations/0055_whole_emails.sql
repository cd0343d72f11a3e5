ALTER TABLE "contact_messages" ADD COLUMN IF NOT EXISTS "reply_to" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN IF NOT EXISTS "rest" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN IF NOT EXISTS "source" text;--> statement-breakpoint
ALTER TABLE "incoming_emails" ADD COLUMN IF NOT EXISTS "reply_to" text;--> statement-breakpoint
ALTER TABLE "incoming_emails" ADD COLUMN IF NOT EXISTS "rest" text;--> statement-breakpoint
ALTER TABLE "incoming_emails" ADD COLUMN IF NOT EXISTS "source" text;
