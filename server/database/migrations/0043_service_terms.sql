-- The kinds of changes grow with what a catalog states. The version before lists a new kind without a name.
ALTER TABLE "service_changes" DROP CONSTRAINT IF EXISTS "service_changes_kind";
