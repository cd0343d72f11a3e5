ALTER TABLE "mails" DROP CONSTRAINT "mails_about_one";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "alert_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_open" ON "alerts" USING btree ("raised_at" DESC NULLS FIRST,"severity") WHERE "alerts"."cleared_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once_per_alert" ON "mails" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "mails_of_alerts" ON "mails" USING btree ("created_at") WHERE "mails"."kind" = 'alert';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_about_alert" CHECK (("mails"."kind" = 'alert') = ("mails"."alert_id" is not null));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_about_one" CHECK (num_nonnulls("mails"."order_id", "mails"."contact_message_id", "mails"."alert_id") = 1);