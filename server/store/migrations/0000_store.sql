CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"login_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"severity" text NOT NULL,
	"message" text NOT NULL,
	"details" jsonb NOT NULL,
	"once_key" text,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	CONSTRAINT "alerts_severity" CHECK ("alerts"."severity" in ('critical', 'high', 'medium', 'low'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"happened_at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"urgent" boolean NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "contact_messages_name" CHECK (char_length("contact_messages"."name") between 1 and 100),
	CONSTRAINT "contact_messages_email_length" CHECK (char_length("contact_messages"."email") between 3 and 254),
	CONSTRAINT "contact_messages_subject" CHECK (char_length("contact_messages"."subject") between 1 and 150),
	CONSTRAINT "contact_messages_message" CHECK (char_length("contact_messages"."message") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "dispatches" (
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"post_link" text NOT NULL,
	"link_key" text NOT NULL,
	"service_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"claim_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"provider_order_id" text,
	"error" text,
	"hint" text,
	"live_status" text,
	"remains" integer,
	"settled_by_hand" boolean DEFAULT false NOT NULL,
	"following" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"refill_id" text,
	"refill_requested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dispatches_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "dispatches_position" CHECK ("dispatches"."position" between 0 and 4),
	CONSTRAINT "dispatches_quantity" CHECK ("dispatches"."quantity" > 0),
	CONSTRAINT "dispatches_state" CHECK ("dispatches"."state" in ('sending', 'sent', 'failed', 'unknown')),
	CONSTRAINT "dispatches_sent_has_id" CHECK (("dispatches"."state" = 'sent') = ("dispatches"."provider_order_id" is not null)),
	CONSTRAINT "dispatches_remains" CHECK ("dispatches"."remains" is null or "dispatches"."remains" between 0 and "dispatches"."quantity")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "login_guesses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_guesses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_key" text NOT NULL,
	"address_key" text NOT NULL,
	"guessed_at" timestamp (3) with time zone NOT NULL,
	"succeeded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" text,
	"contact_message_id" uuid,
	"recipient" text NOT NULL,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"unknown_outcomes" smallint DEFAULT 0 NOT NULL,
	"last_error" text,
	"claim_id" uuid,
	"claimed_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('kept', 'queued', 'sending', 'sent', 'failed')),
	CONSTRAINT "mails_about" CHECK (("mails"."kind" = 'contact') = ("mails"."contact_message_id" is not null)),
	CONSTRAINT "mails_about_one" CHECK (("mails"."order_id" is null) = ("mails"."contact_message_id" is not null)),
	CONSTRAINT "mails_sending_is_claimed" CHECK ("mails"."state" <> 'sending' or "mails"."claim_id" is not null),
	CONSTRAINT "mails_sent_has_time" CHECK ("mails"."state" <> 'sent' or "mails"."sent_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "order_counts" (
	"status" text NOT NULL,
	"category" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_email" text NOT NULL,
	"customer_username" text NOT NULL,
	"category" text NOT NULL,
	"quantity" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"post_links" text[] NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"status_by_hand" boolean DEFAULT false NOT NULL,
	"payment_status" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"address_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(id || ' ' || customer_email || ' @' || customer_username || ' ' || status)) STORED,
	CONSTRAINT "orders_id" CHECK ("orders"."id" ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
	CONSTRAINT "orders_category" CHECK ("orders"."category" in ('Likes', 'Views')),
	CONSTRAINT "orders_quantity" CHECK ("orders"."quantity" between 1 and 1000000),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_cents" > 0),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_cents" between 0 and "orders"."amount_cents"),
	CONSTRAINT "orders_currency" CHECK ("orders"."currency" = 'USD'),
	CONSTRAINT "orders_links" CHECK (cardinality("orders"."post_links") between 1 and 5),
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'paid', 'processing', 'completed', 'failed')),
	CONSTRAINT "orders_payment_known" CHECK ("orders"."payment_status" in ('none', 'session', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
	CONSTRAINT "orders_paid_has_time" CHECK (("orders"."payment_status" in ('paid', 'refunded', 'disputed')) = ("orders"."paid_at" is not null)),
	CONSTRAINT "orders_paid_status_is_paid" CHECK ("orders"."status" <> 'paid' or "orders"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"gateway" text NOT NULL,
	"gateway_order_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"session_id" text,
	"success_indicator" text,
	"gateway_updated_at" timestamp (3) with time zone,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"look_at" timestamp (3) with time zone,
	CONSTRAINT "payment_attempts_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "payment_attempts_number" CHECK ("payment_attempts"."number" > 0),
	CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount_cents" > 0),
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('opening', 'open', 'lost', 'refused', 'closed', 'paid', 'second_capture', 'mismatch')),
	CONSTRAINT "payment_attempts_open_has_session" CHECK ("payment_attempts"."state" <> 'open' or "payment_attempts"."session_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"attempt_number" smallint,
	"source" text NOT NULL,
	"conclusion" text NOT NULL,
	"said" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_notifications" (
	"gateway" text NOT NULL,
	"notification_id" text NOT NULL,
	"gateway_order_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_notifications_gateway_notification_id_pk" PRIMARY KEY("gateway","notification_id")
);
--> statement-breakpoint
CREATE TABLE "store_meta" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_meta_one_row" CHECK ("store_meta"."id"),
	CONSTRAINT "store_meta_mode" CHECK ("store_meta"."mode" in ('sandbox', 'live'))
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"visitor_key" text NOT NULL,
	"visited_at" timestamp (3) with time zone NOT NULL,
	"page_url" text NOT NULL,
	"referrer" text,
	"ip_address" text NOT NULL,
	"country" text NOT NULL,
	"city" text NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"language" text,
	"timezone" text,
	"screen_resolution" text,
	"session_seconds" integer NOT NULL,
	"returning" boolean NOT NULL,
	CONSTRAINT "visits_session" CHECK ("visits"."session_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "worker_heartbeats" (
	"worker_id" text PRIMARY KEY NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_sessions_admin" ON "admin_sessions" USING btree ("admin_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email" ON "admins" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_once" ON "alerts" USING btree ("once_key") WHERE "alerts"."once_key" is not null;--> statement-breakpoint
CREATE INDEX "alerts_newest" ON "alerts" USING btree ("raised_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "dispatches_provider_order" ON "dispatches" USING btree ("provider_order_id") WHERE "dispatches"."provider_order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "dispatches_one_active_per_link" ON "dispatches" USING btree ("service_id","link_key") WHERE "dispatches"."state" in ('sending', 'unknown') or ("dispatches"."state" = 'sent' and "dispatches"."following");--> statement-breakpoint
CREATE INDEX "dispatches_following" ON "dispatches" USING btree ("checked_at") WHERE "dispatches"."following";--> statement-breakpoint
CREATE INDEX "dispatches_unsettled" ON "dispatches" USING btree ("state","claimed_at") WHERE "dispatches"."state" in ('sending', 'unknown');--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "login_guesses_account" ON "login_guesses" USING btree ("account_key","guessed_at");--> statement-breakpoint
CREATE INDEX "login_guesses_address" ON "login_guesses" USING btree ("address_key","guessed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("kind","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once_per_message" ON "mails" USING btree ("contact_message_id");--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree (lower("recipient"),"kind","created_at");--> statement-breakpoint
CREATE INDEX "order_counts_kind" ON "order_counts" USING btree ("status","category");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree (lower("customer_email"),"created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_address" ON "orders" USING btree ("address_key","created_at") WHERE "orders"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_attempts_sweep" ON "payment_attempts" USING btree ("look_at") WHERE "payment_attempts"."state" in ('opening', 'open', 'lost', 'closed', 'mismatch');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_gateway_order" ON "payment_attempts" USING btree ("gateway","gateway_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" in ('opening', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_paid" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "payment_events_order" ON "payment_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "visits_time" ON "visits" USING btree ("visited_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE ON "payment_events" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION count_orders_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (status, category, count)
  SELECT status, category, count(*) FROM added WHERE deleted_at IS NULL GROUP BY status, category;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (status, category, count)
  SELECT status, category, -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY status, category;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_orders_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (status, category, count)
  SELECT status, category, sum(one) FROM (
    SELECT status, category, 1 AS one FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT status, category, -1 FROM removed WHERE deleted_at IS NULL
  ) AS moved GROUP BY status, category HAVING sum(one) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_counted_added AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_orders_added();--> statement-breakpoint
CREATE TRIGGER orders_counted_removed AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_orders_removed();--> statement-breakpoint
CREATE TRIGGER orders_counted_changed AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_orders_changed();
