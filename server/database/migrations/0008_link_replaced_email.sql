DROP INDEX "mails_once";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "link_replacement_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_link_replacement_id_link_replacements_id_fk" FOREIGN KEY ("link_replacement_id") REFERENCES "public"."link_replacements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once_per_replacement" ON "mails" USING btree ("link_replacement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("kind","order_id",coalesce("refund_number", 0)) WHERE "mails"."link_replacement_id" is null;