ALTER TABLE "admin_sessions" ADD COLUMN "secret_hash" text;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "former_secret_hash" text;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "former_secret_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone;