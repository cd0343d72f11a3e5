-- contract: needs 0043_service_terms
-- An alert may have several recipients, each once. The version before writes one, as it did.
CREATE UNIQUE INDEX IF NOT EXISTS "mails_once_per_alert_recipient" ON "mails" USING btree ("alert_id", lower("recipient")) WHERE "mails"."alert_id" is not null;--> statement-breakpoint
DROP INDEX IF EXISTS "mails_once_per_alert";
