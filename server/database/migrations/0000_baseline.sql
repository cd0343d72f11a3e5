CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "admin_backup_codes" (
	"admin_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "admin_backup_codes_admin_id_code_hash_pk" PRIMARY KEY("admin_id","code_hash")
);--> statement-breakpoint
CREATE TABLE "admin_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "admin_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"login_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"stepped_up_at" timestamp (3) with time zone,
	"second_factor" boolean DEFAULT false NOT NULL,
	"revoked_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "admins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"totp_secret" text,
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_last_step" bigint,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_name" CHECK (char_length("api_keys"."name") between 1 and 60),
	CONSTRAINT "api_keys_scopes" CHECK (cardinality("api_keys"."scopes") > 0)
);--> statement-breakpoint
CREATE TABLE "attention_aside" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"note" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attention_aside_kind_subject_pk" PRIMARY KEY("kind","subject"),
	CONSTRAINT "attention_aside_note" CHECK (char_length("attention_aside"."note") between 1 and 500)
);--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" text NOT NULL
);--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"happened_at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL
);--> statement-breakpoint
CREATE TABLE "audit_personal" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"details" jsonb NOT NULL
);--> statement-breakpoint
CREATE TABLE "audit_unchained" (
	"audit_id" bigint PRIMARY KEY NOT NULL
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "customer_changes" (
	"email_key" text NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"orders" integer NOT NULL,
	"spent_cents" bigint NOT NULL,
	"last_order_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "customer_total" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"customers" integer NOT NULL,
	CONSTRAINT "customer_total_one_row" CHECK ("customer_total"."id")
);--> statement-breakpoint
CREATE TABLE "customers" (
	"email_key" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"orders" integer NOT NULL,
	"spent_cents" bigint NOT NULL,
	"last_order_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "delivery_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"provider_refill_id" text,
	"words" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_requests_kind" CHECK ("delivery_requests"."kind" in ('refill', 'cancel')),
	CONSTRAINT "delivery_requests_state" CHECK ("delivery_requests"."state" in ('asking', 'accepted', 'done', 'rejected', 'refused', 'unknown')),
	CONSTRAINT "delivery_requests_end" CHECK (("delivery_requests"."ended_at" is null) = ("delivery_requests"."state" in ('asking', 'accepted')))
);--> statement-breakpoint
CREATE TABLE "dispatches" (
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"post_link" text NOT NULL,
	"link_key" text NOT NULL,
	"service_id" text NOT NULL,
	"provider_id" text DEFAULT 'default' NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"claim_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"provider_order_id" text,
	"error" text,
	"hint" text,
	"live_status" text,
	"remains" integer,
	"charge" numeric(18, 6),
	"started_at" timestamp (3) with time zone,
	"settled_by_hand" boolean DEFAULT false NOT NULL,
	"following" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"misses" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"refill_id" text,
	"refill_requested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dispatches_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "dispatches_position" CHECK ("dispatches"."position" between 0 and 4),
	CONSTRAINT "dispatches_quantity" CHECK ("dispatches"."quantity" > 0),
	CONSTRAINT "dispatches_state" CHECK ("dispatches"."state" in ('sending', 'sent', 'failed', 'unknown', 'waiting')),
	CONSTRAINT "dispatches_sent_has_id" CHECK (("dispatches"."state" = 'sent') = ("dispatches"."provider_order_id" is not null)),
	CONSTRAINT "dispatches_remains" CHECK ("dispatches"."remains" is null or "dispatches"."remains" between 0 and "dispatches"."quantity")
);--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);--> statement-breakpoint
CREATE TABLE "launch_attestations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "launch_attestations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statements" text[] NOT NULL,
	"delivery" text NOT NULL,
	"figures" text NOT NULL,
	"attested_by" text NOT NULL,
	"attested_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE UNLOGGED TABLE "limit_windows" (
	"name" text NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"seen" text[] NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "limit_windows_name_key_pk" PRIMARY KEY("name","key")
);--> statement-breakpoint
CREATE TABLE "login_guesses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_guesses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_key" text NOT NULL,
	"address_key" text NOT NULL,
	"guessed_at" timestamp (3) with time zone NOT NULL,
	"succeeded" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" text,
	"contact_message_id" uuid,
	"alert_id" uuid,
	"refund_number" smallint,
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
	CONSTRAINT "mails_about_alert" CHECK (("mails"."kind" = 'alert') = ("mails"."alert_id" is not null)),
	CONSTRAINT "mails_about_one" CHECK (num_nonnulls("mails"."order_id", "mails"."contact_message_id", "mails"."alert_id") = 1),
	CONSTRAINT "mails_sending_is_claimed" CHECK ("mails"."state" <> 'sending' or "mails"."claim_id" is not null),
	CONSTRAINT "mails_sent_has_time" CHECK ("mails"."state" <> 'sent' or "mails"."sent_at" is not null)
);--> statement-breakpoint
CREATE TABLE "order_counts" (
	"status" text NOT NULL,
	"category" text NOT NULL,
	"count" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "order_days" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"placed" integer NOT NULL,
	"paid" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"note" text NOT NULL,
	"written_by" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_notes_length" CHECK (char_length("order_notes"."note") between 1 and 2000)
);--> statement-breakpoint
CREATE TABLE "order_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_views_name_length" CHECK (char_length("order_views"."name") between 1 and 60)
);--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_email" text NOT NULL,
	"customer_username" text NOT NULL,
	"category" text NOT NULL,
	"quantity" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"post_links" text[] NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"status_by_hand" boolean DEFAULT false NOT NULL,
	"payment_status" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"expiry_look_at" timestamp (3) with time zone,
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
	CONSTRAINT "orders_language" CHECK ("orders"."language" in ('en', 'pt')),
	CONSTRAINT "orders_links" CHECK (cardinality("orders"."post_links") between 1 and 5),
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'paid', 'processing', 'completed', 'failed')),
	CONSTRAINT "orders_payment_known" CHECK ("orders"."payment_status" in ('none', 'session', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
	CONSTRAINT "orders_paid_has_time" CHECK (("orders"."payment_status" in ('paid', 'refunded', 'disputed')) = ("orders"."paid_at" is not null)),
	CONSTRAINT "orders_paid_status_is_paid" CHECK ("orders"."status" <> 'paid' or "orders"."paid_at" is not null)
);--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"attempt_number" smallint,
	"refund_number" smallint,
	"source" text NOT NULL,
	"conclusion" text NOT NULL,
	"asked" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"said" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_events_asked_allowed" CHECK ("payment_events"."asked" - array['gatewayOrderId', 'refundId', 'amountCents', 'currency'] = '{}'),
	CONSTRAINT "payment_events_said_allowed" CHECK ("payment_events"."said" - array['gatewayOrderId', 'refundId', 'status', 'rawStatus', 'rawResult', 'amountCents',
        'capturedCents', 'refundedCents', 'paidCents', 'currency', 'failedTries', 'formOpen', 'lastUpdatedAt', 'fault',
        'note', 'state', 'paymentStatus'] = '{}')
);--> statement-breakpoint
CREATE TABLE "payment_notifications" (
	"gateway" text NOT NULL,
	"notification_id" text NOT NULL,
	"gateway_order_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_notifications_gateway_notification_id_pk" PRIMARY KEY("gateway","notification_id")
);--> statement-breakpoint
CREATE TABLE "placed_counts" (
	"outcome" text NOT NULL,
	"count" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "presence" (
	"id" text PRIMARY KEY NOT NULL,
	"visitor_key" text NOT NULL,
	"ip_address" text NOT NULL,
	"country" text NOT NULL,
	"page" text NOT NULL,
	"user_agent" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "presence_days" (
	"day" date PRIMARY KEY NOT NULL,
	"visitors" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "presence_visitors" (
	"day" date NOT NULL,
	"visitor_key" text NOT NULL,
	CONSTRAINT "presence_visitors_day_visitor_key_pk" PRIMARY KEY("day","visitor_key")
);--> statement-breakpoint
CREATE TABLE "provider_looks" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"balance" numeric(18, 5),
	"currency" text,
	"balance_at" timestamp (3) with time zone,
	"services_at" timestamp (3) with time zone,
	"problem" text
);--> statement-breakpoint
CREATE TABLE "provider_services" (
	"provider_id" text NOT NULL,
	"service_id" text NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"rate_per_thousand" numeric(18, 6),
	"min" bigint,
	"max" bigint,
	"refill" boolean,
	"cancel" boolean,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "provider_services_provider_id_service_id_pk" PRIMARY KEY("provider_id","service_id")
);--> statement-breakpoint
CREATE TABLE "provider_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"api_url" text,
	"api_key_sealed" text,
	"likes_service_id" text,
	"views_service_id" text,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_settings_one_row" CHECK ("provider_settings"."id")
);--> statement-breakpoint
CREATE TABLE "provider_tests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_tests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tested_at" timestamp (3) with time zone NOT NULL,
	"tested_by" text NOT NULL,
	"action" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"http_status" smallint,
	"words" text NOT NULL,
	CONSTRAINT "provider_tests_outcome" CHECK ("provider_tests"."outcome" in ('answered', 'refused', 'not_sent', 'lost'))
);--> statement-breakpoint
CREATE TABLE "providers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"priority" integer NOT NULL,
	"enabled" boolean NOT NULL,
	"api_url" text,
	"api_key_sealed" text,
	"likes_service_id" text DEFAULT '' NOT NULL,
	"views_service_id" text DEFAULT '' NOT NULL,
	"low_balance" numeric(18, 2),
	"changed_by" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "providers_id" CHECK ("providers"."id" ~ '^(default|p[0-9]+)$')
);--> statement-breakpoint
CREATE TABLE "reconciliation_differences" (
	"reconciliation_id" bigint NOT NULL,
	"order_id" text NOT NULL,
	"attempt_number" smallint NOT NULL,
	"kind" text NOT NULL,
	"gateway_order_id" text NOT NULL,
	"ours" text NOT NULL,
	"theirs" text NOT NULL,
	CONSTRAINT "reconciliation_differences_pk" PRIMARY KEY("reconciliation_id","order_id","attempt_number","kind"),
	CONSTRAINT "reconciliation_differences_kind" CHECK ("reconciliation_differences"."kind" in ('captured', 'refunded', 'currency', 'disputed', 'unknown', 'not_asked'))
);--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"state" text NOT NULL,
	"compared" integer DEFAULT 0 NOT NULL,
	"after_opened_at" timestamp (3) with time zone,
	"after_order_id" text,
	"after_number" smallint,
	"problem" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reconciliations_days" CHECK ("reconciliations"."from_day" <= "reconciliations"."to_day"),
	CONSTRAINT "reconciliations_state" CHECK ("reconciliations"."state" in ('running', 'done'))
);--> statement-breakpoint
CREATE TABLE "refunds" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"attempt_number" smallint,
	"refund_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"undelivered_quantity" integer,
	"state" text NOT NULL,
	"problem" text,
	"request_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"look_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "refunds_number" CHECK ("refunds"."number" > 0),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_reason" CHECK (char_length("refunds"."reason") between 1 and 500),
	CONSTRAINT "refunds_undelivered" CHECK ("refunds"."undelivered_quantity" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('asking', 'pending', 'unclear', 'refunded', 'failed')),
	CONSTRAINT "refunds_open_is_watched" CHECK (("refunds"."state" in ('refunded', 'failed')) = ("refunds"."look_at" is null))
);--> statement-breakpoint
CREATE TABLE "revenue_days" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"payments" integer NOT NULL,
	"revenue_cents" bigint NOT NULL
);--> statement-breakpoint
CREATE TABLE "store_meta" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_meta_one_row" CHECK ("store_meta"."id"),
	CONSTRAINT "store_meta_mode" CHECK ("store_meta"."mode" in ('sandbox', 'live'))
);--> statement-breakpoint
CREATE TABLE "store_settings_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"changed_by" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_settings_versions_version" CHECK ("store_settings_versions"."version" > 0)
);--> statement-breakpoint
CREATE TABLE "visit_exclusions" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_exclusions_day_reason_pk" PRIMARY KEY("day","reason")
);--> statement-breakpoint
CREATE TABLE "visit_hours" (
	"hour" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"page_views" integer NOT NULL,
	"sessions" integer NOT NULL,
	"seconds" bigint NOT NULL,
	"visitors" integer NOT NULL,
	"people" integer NOT NULL,
	"returned" integer NOT NULL,
	"saw_picker" integer NOT NULL,
	"saw_checkout" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "visit_machines" (
	"grain" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "visit_machines_grain_starts_at_device_type_browser_os_pk" PRIMARY KEY("grain","starts_at","device_type","browser","os")
);--> statement-breakpoint
CREATE TABLE "visit_people" (
	"visitor_key" text PRIMARY KEY NOT NULL,
	"last_hour" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"pages" integer NOT NULL,
	"returned" boolean NOT NULL,
	"country" text NOT NULL,
	"city" text NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"saw_picker" boolean NOT NULL,
	"saw_checkout" boolean NOT NULL
);--> statement-breakpoint
CREATE TABLE "visit_places" (
	"grain" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"country" text NOT NULL,
	"city" text NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "visit_places_grain_starts_at_country_city_pk" PRIMARY KEY("grain","starts_at","country","city")
);--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);--> statement-breakpoint
CREATE TABLE "visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"visitor_key" text NOT NULL,
	"visited_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"starts_session" boolean DEFAULT true NOT NULL,
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
);--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event" text NOT NULL,
	"order_id" text,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_status" smallint,
	"last_error" text,
	"claim_id" uuid,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('waiting', 'sending', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_sending_is_claimed" CHECK ("webhook_deliveries"."state" <> 'sending' or "webhook_deliveries"."claim_id" is not null),
	CONSTRAINT "webhook_deliveries_delivered_has_time" CHECK ("webhook_deliveries"."state" <> 'delivered' or "webhook_deliveries"."delivered_at" is not null)
);--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "worker_heartbeats" (
	"worker_id" text PRIMARY KEY NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "admin_backup_codes" ADD CONSTRAINT "admin_backup_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_devices" ADD CONSTRAINT "admin_devices_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_passkeys" ADD CONSTRAINT "admin_passkeys_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_personal" ADD CONSTRAINT "audit_personal_audit_id_audit_log_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_requests" ADD CONSTRAINT "delivery_requests_order_id_position_dispatches_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."dispatches"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_of" FOREIGN KEY ("reconciliation_id") REFERENCES "public"."reconciliations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt" FOREIGN KEY ("order_id","attempt_number") REFERENCES "public"."payment_attempts"("order_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_devices_key" ON "admin_devices" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "admin_devices_admin" ON "admin_devices" USING btree ("admin_id","last_used_at");--> statement-breakpoint
CREATE INDEX "admin_passkeys_admin" ON "admin_passkeys" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_admin" ON "admin_sessions" USING btree ("admin_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email" ON "admins" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_once" ON "alerts" USING btree ("once_key") WHERE "alerts"."once_key" is not null;--> statement-breakpoint
CREATE INDEX "alerts_newest" ON "alerts" USING btree ("raised_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alerts_email" ON "alerts" USING btree (lower("details" ->> 'email')) WHERE "alerts"."details" ? 'email';--> statement-breakpoint
CREATE INDEX "alerts_order" ON "alerts" USING btree (("details" ->> 'orderId')) WHERE "alerts"."details" ? 'orderId';--> statement-breakpoint
CREATE INDEX "alerts_open" ON "alerts" USING btree ("raised_at" DESC NULLS FIRST,"severity") WHERE "alerts"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_of_money" ON "alerts" USING btree ("type","raised_at" DESC NULLS FIRST) WHERE "alerts"."type" in ('payment_mismatch', 'second_capture', 'chargeback', 'late_payment', 'money_difference',
          'refund_failed');--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_entry" ON "audit_chain" USING btree ("audit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_hash" ON "audit_chain" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action" text_pattern_ops,"id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_acts" ON "audit_log" USING btree ("happened_at") WHERE "audit_log"."actor" like 'admin:%' or "audit_log"."actor" like 'key:%';--> statement-breakpoint
CREATE INDEX "audit_personal_naming" ON "audit_personal" USING gin (("details"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contact_messages_unanswered" ON "contact_messages" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "customers_spent" ON "customers" USING btree ("spent_cents" DESC NULLS FIRST,"email_key" DESC NULLS FIRST) WHERE "customers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "customers_orders" ON "customers" USING btree ("orders" DESC NULLS FIRST,"email_key" DESC NULLS FIRST) WHERE "customers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "customers_recent" ON "customers" USING btree ("last_order_at" DESC NULLS FIRST,"email_key" DESC NULLS FIRST) WHERE "customers"."orders" > 0;--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("email_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "delivery_requests_of_link" ON "delivery_requests" USING btree ("order_id","position","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_requests_one_open" ON "delivery_requests" USING btree ("order_id","position","kind") WHERE "delivery_requests"."state" in ('asking', 'accepted');--> statement-breakpoint
CREATE INDEX "delivery_requests_open" ON "delivery_requests" USING btree ("kind","checked_at") WHERE "delivery_requests"."state" in ('asking', 'accepted');--> statement-breakpoint
CREATE INDEX "delivery_requests_in_vain" ON "delivery_requests" USING btree ("requested_at" DESC NULLS FIRST) WHERE "delivery_requests"."kind" = 'refill' and "delivery_requests"."state" in ('rejected', 'refused', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "dispatches_provider_order" ON "dispatches" USING btree ("provider_order_id") WHERE "dispatches"."provider_order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "dispatches_one_active_per_link" ON "dispatches" USING btree ("service_id","link_key") WHERE "dispatches"."state" in ('sending', 'unknown') or ("dispatches"."state" = 'sent' and "dispatches"."following");--> statement-breakpoint
CREATE INDEX "dispatches_following" ON "dispatches" USING btree ("checked_at") WHERE "dispatches"."following";--> statement-breakpoint
CREATE INDEX "dispatches_unsettled" ON "dispatches" USING btree ("state","claimed_at") WHERE "dispatches"."state" in ('sending', 'unknown');--> statement-breakpoint
CREATE INDEX "dispatches_failed" ON "dispatches" USING btree ("claimed_at" DESC NULLS FIRST) WHERE "dispatches"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "dispatches_stopped" ON "dispatches" USING btree ("claimed_at" DESC NULLS FIRST) WHERE "dispatches"."state" = 'sent' and not "dispatches"."following" and lower(trim("dispatches"."live_status")) in
          ('partial', 'canceled', 'cancelled', 'refunded', 'fail', 'failed', 'error');--> statement-breakpoint
CREATE INDEX "dispatches_of_service" ON "dispatches" USING btree ("provider_id","service_id","claimed_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "dispatches_waiting" ON "dispatches" USING btree ("next_try_at") WHERE "dispatches"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "dispatches_waiting_for_link" ON "dispatches" USING btree ("service_id","link_key","created_at") WHERE "dispatches"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "limit_windows_end" ON "limit_windows" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "login_guesses_account" ON "login_guesses" USING btree ("account_key","guessed_at");--> statement-breakpoint
CREATE INDEX "login_guesses_address" ON "login_guesses" USING btree ("address_key","guessed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("kind","order_id",coalesce("refund_number", 0));--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once_per_message" ON "mails" USING btree ("contact_message_id");--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_order" ON "mails" USING btree ("order_id") WHERE "mails"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_undelivered" ON "mails" USING btree ("created_at" DESC NULLS FIRST) WHERE "mails"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "mails"."state" <> 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once_per_alert" ON "mails" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "mails_of_alerts" ON "mails" USING btree ("created_at") WHERE "mails"."kind" = 'alert';--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree (lower("recipient"),"kind","created_at");--> statement-breakpoint
CREATE INDEX "order_counts_kind" ON "order_counts" USING btree ("status","category");--> statement-breakpoint
CREATE INDEX "order_days_day" ON "order_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "order_notes_order" ON "order_notes" USING btree ("order_id","written_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_views_name" ON "order_views" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_cents","status","category","search_text") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("amount_cents" DESC NULLS FIRST,"id" DESC NULLS FIRST,"created_at","status","category","search_text") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree (lower("customer_email"),"created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_address" ON "orders" USING btree ("address_key","created_at") WHERE "orders"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_opened" ON "payment_attempts" USING btree ("opened_at","order_id","number");--> statement-breakpoint
CREATE INDEX "payment_attempts_sweep" ON "payment_attempts" USING btree ("look_at") WHERE "payment_attempts"."state" in ('opening', 'open', 'lost', 'closed', 'mismatch');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_gateway_order" ON "payment_attempts" USING btree ("gateway","gateway_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" in ('opening', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_paid" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "payment_events_order" ON "payment_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "presence_seen" ON "presence" USING btree ("seen_at" DESC NULLS FIRST,"visitor_key");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliations_one_running" ON "reconciliations" USING btree ("from_day","to_day") WHERE "reconciliations"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_refund_id" ON "refunds" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request" ON "refunds" USING btree ("order_id","request_key");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("look_at") WHERE "refunds"."state" in ('asking', 'pending', 'unclear');--> statement-breakpoint
CREATE INDEX "revenue_days_day" ON "revenue_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "visits_time" ON "visits" USING btree ("visited_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "visits_visitor" ON "visits" USING btree ("visitor_key","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_undelivered" ON "webhook_deliveries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "webhook_deliveries"."state" <> 'delivered';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_email" ON "webhook_deliveries" USING btree (lower("payload" -> 'order' ->> 'customer_email'));--> statement-breakpoint
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoints" USING btree ("failing_since" DESC NULLS FIRST) WHERE "webhook_endpoints"."enabled" and "webhook_endpoints"."failing_since" is not null;--> statement-breakpoint
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
CREATE TRIGGER orders_counted_changed AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_orders_changed();--> statement-breakpoint
CREATE TRIGGER store_settings_versions_append_only BEFORE UPDATE OR DELETE ON "store_settings_versions" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER launch_attestations_append_only BEFORE UPDATE OR DELETE ON "launch_attestations" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER payment_events_not_emptied BEFORE TRUNCATE ON "payment_events" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION revenue_of(payment_status text, amount_cents integer, refunded_cents integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN payment_status IN ('paid', 'refunded') THEN amount_cents - refunded_cents ELSE 0 END::bigint
$$;--> statement-breakpoint
CREATE FUNCTION placed_outcome(live_status text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE lower(trim(coalesce(live_status, '')))
    WHEN 'completed' THEN 'completed'
    WHEN 'partial' THEN 'ended' WHEN 'canceled' THEN 'ended' WHEN 'cancelled' THEN 'ended' WHEN 'refunded' THEN 'ended'
    ELSE 'pending' END
$$;--> statement-breakpoint
CREATE FUNCTION roll_orders_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT (created_at AT TIME ZONE 'UTC')::date, category, status, count(*), count(paid_at)
  FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT (paid_at AT TIME ZONE 'UTC')::date, category,
    count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM added WHERE paid_at IS NOT NULL GROUP BY 1, 2;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT lower(customer_email), max(customer_email), max(customer_username), count(*) FILTER (WHERE deleted_at IS NULL),
    sum(revenue_of(payment_status, amount_cents, refunded_cents)), max(created_at)
  FROM added GROUP BY 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION roll_orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT (created_at AT TIME ZONE 'UTC')::date, category, status, -count(*), -count(paid_at)
  FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT (paid_at AT TIME ZONE 'UTC')::date, category,
    -count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    -sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM removed WHERE paid_at IS NOT NULL GROUP BY 1, 2;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT lower(customer_email), max(customer_email), max(customer_username), -count(*) FILTER (WHERE deleted_at IS NULL),
    -sum(revenue_of(payment_status, amount_cents, refunded_cents)), max(created_at)
  FROM removed GROUP BY 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION roll_orders_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT day, category, status, sum(one), sum(one * paid) FROM (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, category, status, 1 AS one, (paid_at IS NOT NULL)::int AS paid
    FROM added WHERE deleted_at IS NULL
    UNION ALL
    SELECT (created_at AT TIME ZONE 'UTC')::date, category, status, -1, (paid_at IS NOT NULL)::int
    FROM removed WHERE deleted_at IS NULL
  ) AS moved GROUP BY day, category, status HAVING sum(one) <> 0 OR sum(one * paid) <> 0;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT day, category, sum(one * (cents > 0)::int), sum(one * cents) FROM (
    SELECT (paid_at AT TIME ZONE 'UTC')::date AS day, category, 1 AS one,
      revenue_of(payment_status, amount_cents, refunded_cents) AS cents
    FROM added WHERE paid_at IS NOT NULL
    UNION ALL
    SELECT (paid_at AT TIME ZONE 'UTC')::date, category, -1, revenue_of(payment_status, amount_cents, refunded_cents)
    FROM removed WHERE paid_at IS NOT NULL
  ) AS moved GROUP BY day, category HAVING sum(one * cents) <> 0 OR sum(one * (cents > 0)::int) <> 0;
  INSERT INTO customer_changes (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT email_key, max(customer_email), max(customer_username), sum(one * visible), sum(one * cents), max(created_at) FROM (
    SELECT lower(customer_email) AS email_key, customer_email, customer_username, created_at, 1 AS one,
      (deleted_at IS NULL)::int AS visible, revenue_of(payment_status, amount_cents, refunded_cents) AS cents
    FROM added
    UNION ALL
    SELECT lower(customer_email), customer_email, customer_username, created_at, -1, (deleted_at IS NULL)::int,
      revenue_of(payment_status, amount_cents, refunded_cents)
    FROM removed
  ) AS moved GROUP BY email_key HAVING sum(one * visible) <> 0 OR sum(one * cents) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_placed_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), count(*) FROM added WHERE state = 'sent' GROUP BY 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_placed_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), -count(*) FROM removed WHERE state = 'sent' GROUP BY 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_placed_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO placed_counts (outcome, count)
  SELECT outcome, sum(one) FROM (
    SELECT placed_outcome(live_status) AS outcome, 1 AS one FROM added WHERE state = 'sent'
    UNION ALL
    SELECT placed_outcome(live_status), -1 FROM removed WHERE state = 'sent'
  ) AS moved GROUP BY outcome HAVING sum(one) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION rebuild_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_counts;
  INSERT INTO order_counts (status, category, count)
  SELECT status, category, count(*) FROM orders WHERE deleted_at IS NULL GROUP BY status, category;
  DELETE FROM order_days;
  INSERT INTO order_days (day, category, status, placed, paid)
  SELECT (created_at AT TIME ZONE 'UTC')::date, category, status, count(*), count(paid_at)
  FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  DELETE FROM revenue_days;
  INSERT INTO revenue_days (day, category, payments, revenue_cents)
  SELECT (paid_at AT TIME ZONE 'UTC')::date, category,
    count(*) FILTER (WHERE revenue_of(payment_status, amount_cents, refunded_cents) > 0),
    sum(revenue_of(payment_status, amount_cents, refunded_cents))
  FROM orders WHERE paid_at IS NOT NULL GROUP BY 1, 2;
  DELETE FROM customer_changes;
  DELETE FROM customers;
  INSERT INTO customers (email_key, email, username, orders, spent_cents, last_order_at)
  SELECT DISTINCT ON (email_key) email_key, customer_email, customer_username,
    sum((deleted_at IS NULL)::int) OVER everything, sum(cents) OVER everything, created_at
  FROM (
    SELECT lower(customer_email) AS email_key, revenue_of(payment_status, amount_cents, refunded_cents) AS cents, *
    FROM orders
  ) AS told
  WINDOW everything AS (PARTITION BY email_key)
  ORDER BY email_key, created_at DESC, id DESC;
  DELETE FROM customers WHERE orders = 0 AND spent_cents = 0;
  DELETE FROM customer_total;
  INSERT INTO customer_total (customers) SELECT count(*) FROM customers WHERE orders > 0;
  DELETE FROM placed_counts;
  INSERT INTO placed_counts (outcome, count)
  SELECT placed_outcome(live_status), count(*) FROM dispatches WHERE state = 'sent' GROUP BY 1;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_rolled_added AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_orders_added();--> statement-breakpoint
CREATE TRIGGER orders_rolled_removed AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION roll_orders_removed();--> statement-breakpoint
CREATE TRIGGER orders_rolled_changed AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION roll_orders_changed();--> statement-breakpoint
CREATE TRIGGER dispatches_counted_added AFTER INSERT ON "dispatches" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_placed_added();--> statement-breakpoint
CREATE TRIGGER dispatches_counted_removed AFTER DELETE ON "dispatches" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_placed_removed();--> statement-breakpoint
CREATE TRIGGER dispatches_counted_changed AFTER UPDATE ON "dispatches" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_placed_changed();--> statement-breakpoint
CREATE FUNCTION hold_refunds_to_captured() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  captured_cents bigint;
  live_cents bigint;
BEGIN
  -- One refund of an order at a time, so that each sees the ones before it.
  PERFORM FROM orders WHERE id = NEW.order_id FOR UPDATE;
  IF NEW.state = 'failed' THEN
    RETURN NEW;
  END IF;
  IF NEW.attempt_number IS NULL THEN
    SELECT amount_cents INTO captured_cents FROM orders WHERE id = NEW.order_id AND paid_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM payment_attempts WHERE order_id = NEW.order_id AND state = 'paid');
  ELSE
    SELECT amount_cents INTO captured_cents FROM payment_attempts
      WHERE order_id = NEW.order_id AND number = NEW.attempt_number AND state IN ('paid', 'second_capture');
  END IF;
  SELECT coalesce(sum(amount_cents), 0) INTO live_cents FROM refunds
    WHERE order_id = NEW.order_id AND attempt_number IS NOT DISTINCT FROM NEW.attempt_number
      AND number <> NEW.number AND state <> 'failed';
  IF live_cents + NEW.amount_cents > coalesce(captured_cents, 0) THEN
    RAISE EXCEPTION 'More would be given back than was captured' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_captured', TABLE = 'refunds';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_within_captured BEFORE INSERT OR UPDATE ON "refunds" FOR EACH ROW EXECUTE FUNCTION hold_refunds_to_captured();--> statement-breakpoint
CREATE FUNCTION hold_refund_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_id, NEW.number, NEW.refund_id, NEW.amount_cents, NEW.currency, NEW.reason, NEW.requested_by)
    IS DISTINCT FROM (OLD.order_id, OLD.number, OLD.refund_id, OLD.amount_cents, OLD.currency, OLD.reason, OLD.requested_by)
    OR NEW.attempt_number IS DISTINCT FROM OLD.attempt_number
    OR (OLD.state IN ('refunded', 'failed') AND NEW.state <> OLD.state) THEN
    RAISE EXCEPTION 'A refund is not another one afterwards';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_facts BEFORE UPDATE ON "refunds" FOR EACH ROW EXECUTE FUNCTION hold_refund_facts();--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE OR TRUNCATE ON "refunds" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON "audit_chain" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION await_audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unchained (audit_id) SELECT id FROM added;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_awaits_chain AFTER INSERT ON "audit_log" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_audit_chain();--> statement-breakpoint
CREATE FUNCTION rebuild_visits() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- Nothing older is left to count: what was counted then stays.
  first timestamptz := (SELECT date_trunc('day', min(visited_at), 'UTC') FROM visits);
BEGIN
  IF first IS NULL THEN RETURN; END IF;
  DELETE FROM visit_hours WHERE hour >= first;
  DELETE FROM visit_places WHERE starts_at >= first;
  DELETE FROM visit_machines WHERE starts_at >= first;
  CREATE TEMP TABLE counted_people ON COMMIT DROP AS
    SELECT date_trunc('hour', max(visited_at), 'UTC') AS hour, min(country) AS country, min(city) AS city,
      min(device_type) AS device_type, min(browser) AS browser, min(os) AS os, bool_or("returning") AS returned,
      bool_or(page_url IN ('/', '/pt')) AS saw_picker, bool_or(page_url IN ('/checkout', '/pt/checkout')) AS saw_checkout
    FROM visits GROUP BY visitor_key;
  INSERT INTO visit_hours (hour, page_views, sessions, seconds, visitors, people, returned, saw_picker, saw_checkout)
    SELECT hour, views, sessions, seconds, visitors, coalesce(p.people, 0), coalesce(p.returned, 0),
      coalesce(p.saw_picker, 0), coalesce(p.saw_checkout, 0)
    FROM (
      SELECT hour, sum(views) AS views, sum(sessions) AS sessions, sum(seconds) AS seconds, count(*) AS visitors
      FROM (
        SELECT date_trunc('hour', visited_at, 'UTC') AS hour, visitor_key, count(*) AS views,
          count(*) FILTER (WHERE starts_session) AS sessions, sum(session_seconds) AS seconds
        FROM visits GROUP BY 1, 2
      ) AS by_visitor GROUP BY hour
    ) AS v
    LEFT JOIN (
      SELECT hour, count(*) AS people, count(*) FILTER (WHERE returned) AS returned,
        count(*) FILTER (WHERE saw_picker) AS saw_picker, count(*) FILTER (WHERE saw_checkout) AS saw_checkout
      FROM counted_people GROUP BY hour
    ) AS p USING (hour);
  INSERT INTO visit_places (grain, starts_at, country, city, people)
    SELECT grain, date_trunc(grain, hour, 'UTC'), country, city, count(*)
    FROM counted_people, (VALUES ('hour'), ('day')) AS g (grain) GROUP BY 1, 2, 3, 4;
  INSERT INTO visit_machines (grain, starts_at, device_type, browser, os, people)
    SELECT grain, date_trunc(grain, hour, 'UTC'), device_type, browser, os, count(*)
    FROM counted_people, (VALUES ('hour'), ('day')) AS g (grain) GROUP BY 1, 2, 3, 4, 5;
  DROP TABLE counted_people;
END $$;--> statement-breakpoint
INSERT INTO "customer_total" ("id", "customers") VALUES (true, 0);
