-- Alerts of the version before are neither held back nor counted as emailed.
ALTER TABLE "alerts" ADD COLUMN IF NOT EXISTS "mail_key" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN IF NOT EXISTS "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN IF NOT EXISTS "summary_id" uuid;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alerts_mailed" ON "alerts" USING btree ("mail_key","raised_at") WHERE "alerts"."mail_key" is not null and not "alerts"."held";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alerts_held" ON "alerts" USING btree ("raised_at") WHERE "alerts"."held" and "alerts"."summary_id" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alerts_summary" ON "alerts" USING btree ("summary_id") WHERE "alerts"."summary_id" is not null;
