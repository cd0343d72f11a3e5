CREATE TABLE "admin_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "admin_invitations_role" CHECK ("admin_invitations"."role" in ('viewer', 'support', 'manager', 'owner'))
);
--> statement-breakpoint
ALTER TABLE "admin_invitations" ADD CONSTRAINT "admin_invitations_invited_by_admins_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_invitations_open" ON "admin_invitations" USING btree (lower("email")) WHERE "admin_invitations"."accepted_at" is null and "admin_invitations"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_about_one_record";--> statement-breakpoint
-- With the column: the rows of the version before, which does not set it, satisfy all rules.
ALTER TABLE "mails" ADD COLUMN IF NOT EXISTS "admin_invitation_id" uuid
	CONSTRAINT "mails_admin_invitation_id_unique" UNIQUE
	CONSTRAINT "mails_admin_invitation_id_admin_invitations_id_fk" REFERENCES "public"."admin_invitations"("id") ON DELETE cascade
	CONSTRAINT "mails_about_invitation" CHECK (("mails"."kind" = 'admin_invitation') = (num_nonnulls("mails"."admin_invitation_id") = 1))
	CONSTRAINT "mails_about_one_subject" CHECK (num_nonnulls("mails"."order_id", "mails"."contact_message_id", "mails"."alert_id", "mails"."tracking_code_id", "mails"."contact_reply_id",
        "mails"."digest_id", "mails"."acknowledged_message_id", "mails"."admin_invitation_id") = 1);
