-- Channels that notify the operator, the events to report, and the messages. Empty at first.
CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"config" text NOT NULL,
	"fingerprint" text,
	"admin_id" uuid,
	"kinds" text[],
	"least_severity" text NOT NULL,
	"quiet_from" smallint,
	"quiet_until" smallint,
	"language" text NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"last_answer" text,
	"last_failed_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "notification_channels_kind" CHECK ("notification_channels"."kind" in ('email', 'telegram', 'discord', 'slack', 'ntfy', 'webhook', 'web-push')),
	CONSTRAINT "notification_channels_severity" CHECK ("notification_channels"."least_severity" in ('info', 'warning', 'critical')),
	CONSTRAINT "notification_channels_quiet" CHECK (("notification_channels"."quiet_from" is null) = ("notification_channels"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"severity" text NOT NULL,
	"facts" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_events_severity" CHECK ("notification_events"."severity" in ('info', 'warning', 'critical'))
);
--> statement-breakpoint
CREATE TABLE "notification_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"severity" text NOT NULL,
	"content" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"claim_id" uuid,
	"claimed_at" timestamp (3) with time zone,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "notification_messages_state" CHECK ("notification_messages"."state" in ('pending', 'sending', 'sent', 'failed', 'dropped')),
	CONSTRAINT "notification_messages_sending_is_claimed" CHECK ("notification_messages"."state" <> 'sending' or "notification_messages"."claim_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "notification_problems" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"severity" text NOT NULL,
	"facts" jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "notification_problems_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
CREATE TABLE "notification_windows" (
	"channel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"sent_severity" text,
	"is_told" boolean DEFAULT false NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"severity" text,
	"facts" jsonb,
	"happened_at" timestamp (3) with time zone,
	CONSTRAINT "notification_windows_channel_id_kind_pk" PRIMARY KEY("channel_id","kind"),
	CONSTRAINT "notification_windows_worst" CHECK (("notification_windows"."count" = 0) = ("notification_windows"."severity" is null))
);
--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_messages" ADD CONSTRAINT "notification_messages_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_windows" ADD CONSTRAINT "notification_windows_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_channels_fingerprint" ON "notification_channels" USING btree ("fingerprint") WHERE "notification_channels"."fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "notification_channels_admin" ON "notification_channels" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "notification_events_kind" ON "notification_events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "notification_messages_due" ON "notification_messages" USING btree ("channel_id","next_attempt_at") WHERE "notification_messages"."state" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "notification_messages_created" ON "notification_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_windows_waiting" ON "notification_windows" USING btree ("channel_id") WHERE "notification_windows"."count" > 0;