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
);
--> statement-breakpoint
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
);
--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_of" FOREIGN KEY ("reconciliation_id") REFERENCES "public"."reconciliations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliations_one_running" ON "reconciliations" USING btree ("from_day","to_day") WHERE "reconciliations"."state" = 'running';--> statement-breakpoint
CREATE INDEX "payment_attempts_opened" ON "payment_attempts" USING btree ("opened_at","order_id","number");