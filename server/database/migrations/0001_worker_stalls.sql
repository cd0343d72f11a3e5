ALTER TABLE "worker_heartbeats" ADD COLUMN "stalled_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "worker_heartbeats" ADD COLUMN "due_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "worker_heartbeats" ADD COLUMN "waiting" integer;