-- A new count is not always a mark, and a check of a link writes to no index. Open links are found by dispatches_quiet.
ALTER TABLE "dispatches" ADD COLUMN IF NOT EXISTS "marked_at" timestamp (3) with time zone;--> statement-breakpoint
DROP INDEX IF EXISTS "dispatches_following";
