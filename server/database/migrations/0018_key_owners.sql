ALTER TABLE "api_keys" ADD COLUMN "admin_id" uuid
	CONSTRAINT "api_keys_admin_id_admins_id_fk" REFERENCES "public"."admins"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "admin_id" uuid
	CONSTRAINT "webhook_endpoints_admin_id_admins_id_fk" REFERENCES "public"."admins"("id") ON DELETE set null;--> statement-breakpoint
CREATE INDEX "api_keys_admin" ON "api_keys" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_admin" ON "webhook_endpoints" USING btree ("admin_id");--> statement-breakpoint
-- The owners of what was created before: keys have the email of their admin, endpoints have an audit entry.
UPDATE "api_keys" SET "admin_id" = "admins"."id" FROM "admins" WHERE lower("admins"."email") = lower("api_keys"."created_by");--> statement-breakpoint
UPDATE "webhook_endpoints" SET "admin_id" = "admins"."id" FROM "audit_log", "admins"
	WHERE "audit_log"."subject" = "webhook_endpoints"."id"::text AND "audit_log"."action" = 'webhook.created'
		AND "audit_log"."actor" = 'admin:' || "admins"."id"::text;
