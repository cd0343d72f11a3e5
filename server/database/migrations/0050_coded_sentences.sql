-- Sentences as codes with their parameters. Null in rows of before, which are shown as they are. The columns of sentences are
-- still written, for the version before. Where it writes a sentence alone, a trigger removes the code of the sentence before.
ALTER TABLE "alerts" ADD COLUMN IF NOT EXISTS "message_coded" jsonb;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN IF NOT EXISTS "error_coded" jsonb;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN IF NOT EXISTS "hint_coded" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_requests" ADD COLUMN IF NOT EXISTS "words_coded" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN IF NOT EXISTS "problem_coded" jsonb;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN IF NOT EXISTS "problem_coded" jsonb;--> statement-breakpoint
ALTER TABLE "provider_looks" ADD COLUMN IF NOT EXISTS "problem_coded" jsonb;--> statement-breakpoint
ALTER TABLE "provider_looks" ADD COLUMN IF NOT EXISTS "check_problem_coded" jsonb;--> statement-breakpoint
ALTER TABLE "provider_tests" ADD COLUMN IF NOT EXISTS "words_coded" jsonb;--> statement-breakpoint
CREATE OR REPLACE FUNCTION remove_stale_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER alerts_message_code BEFORE UPDATE OF message ON "alerts" FOR EACH ROW
  WHEN (new.message IS DISTINCT FROM old.message AND new.message_coded IS NOT NULL AND new.message_coded = old.message_coded)
  EXECUTE FUNCTION remove_stale_code('message_coded');--> statement-breakpoint
CREATE OR REPLACE TRIGGER dispatches_error_code BEFORE UPDATE OF error ON "dispatches" FOR EACH ROW
  WHEN (new.error IS DISTINCT FROM old.error AND new.error_coded IS NOT NULL AND new.error_coded = old.error_coded)
  EXECUTE FUNCTION remove_stale_code('error_coded');--> statement-breakpoint
CREATE OR REPLACE TRIGGER dispatches_hint_code BEFORE UPDATE OF hint ON "dispatches" FOR EACH ROW
  WHEN (new.hint IS DISTINCT FROM old.hint AND new.hint_coded IS NOT NULL AND new.hint_coded = old.hint_coded)
  EXECUTE FUNCTION remove_stale_code('hint_coded');--> statement-breakpoint
CREATE OR REPLACE TRIGGER delivery_requests_words_code BEFORE UPDATE OF words ON "delivery_requests" FOR EACH ROW
  WHEN (new.words IS DISTINCT FROM old.words AND new.words_coded IS NOT NULL AND new.words_coded = old.words_coded)
  EXECUTE FUNCTION remove_stale_code('words_coded');--> statement-breakpoint
CREATE OR REPLACE TRIGGER refunds_problem_code BEFORE UPDATE OF problem ON "refunds" FOR EACH ROW
  WHEN (new.problem IS DISTINCT FROM old.problem AND new.problem_coded IS NOT NULL AND new.problem_coded = old.problem_coded)
  EXECUTE FUNCTION remove_stale_code('problem_coded');--> statement-breakpoint
CREATE OR REPLACE TRIGGER reconciliations_problem_code BEFORE UPDATE OF problem ON "reconciliations" FOR EACH ROW
  WHEN (new.problem IS DISTINCT FROM old.problem AND new.problem_coded IS NOT NULL AND new.problem_coded = old.problem_coded)
  EXECUTE FUNCTION remove_stale_code('problem_coded');--> statement-breakpoint
CREATE OR REPLACE TRIGGER provider_looks_problem_code BEFORE UPDATE OF problem ON "provider_looks" FOR EACH ROW
  WHEN (new.problem IS DISTINCT FROM old.problem AND new.problem_coded IS NOT NULL AND new.problem_coded = old.problem_coded)
  EXECUTE FUNCTION remove_stale_code('problem_coded');--> statement-breakpoint
CREATE OR REPLACE TRIGGER provider_looks_check_problem_code BEFORE UPDATE OF check_problem ON "provider_looks" FOR EACH ROW
  WHEN (new.check_problem IS DISTINCT FROM old.check_problem AND new.check_problem_coded IS NOT NULL AND new.check_problem_coded = old.check_problem_coded)
  EXECUTE FUNCTION remove_stale_code('check_problem_coded');
