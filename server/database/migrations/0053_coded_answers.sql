-- Answers of channels and of the heartbeat's monitor as codes with their parameters. Null in rows of before, which are shown as they
-- are. Where the version before writes a sentence alone, a trigger removes the code of the sentence before (0050).
ALTER TABLE "heartbeats" ADD COLUMN IF NOT EXISTS "problem_coded" jsonb;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN IF NOT EXISTS "last_answer_coded" jsonb;--> statement-breakpoint
CREATE OR REPLACE TRIGGER heartbeats_problem_code BEFORE UPDATE OF problem ON "heartbeats" FOR EACH ROW
  WHEN (new.problem IS DISTINCT FROM old.problem AND new.problem_coded IS NOT NULL AND new.problem_coded = old.problem_coded)
  EXECUTE FUNCTION remove_stale_code('problem_coded');--> statement-breakpoint
CREATE OR REPLACE TRIGGER notification_channels_last_answer_code BEFORE UPDATE OF last_answer ON "notification_channels" FOR EACH ROW
  WHEN (new.last_answer IS DISTINCT FROM old.last_answer AND new.last_answer_coded IS NOT NULL AND new.last_answer_coded = old.last_answer_coded)
  EXECUTE FUNCTION remove_stale_code('last_answer_coded');
