CREATE TABLE "infrastructure_settings" (
	"kind" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"password" text,
	CONSTRAINT "infrastructure_settings_kind" CHECK ("infrastructure_settings"."kind" in ('smtp', 'imap', 'backup'))
);
