ALTER TABLE "delivery_requests" ADD COLUMN "moves_rest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_replacements" ADD COLUMN "is_move" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_replacements" ADD COLUMN "start_count" bigint;--> statement-breakpoint
ALTER TABLE "link_replacements" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "link_replacements" ADD COLUMN "ended_at" timestamp (3) with time zone;