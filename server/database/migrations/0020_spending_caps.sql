CREATE TABLE "spending_uses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spending_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "spending_uses_amount" CHECK ("spending_uses"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "spending_windows" (
	"kind" text PRIMARY KEY NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"reached_at" timestamp (3) with time zone,
	CONSTRAINT "spending_windows_kind" CHECK ("spending_windows"."kind" in ('provider', 'refunds', 'confirmations'))
);
--> statement-breakpoint
CREATE INDEX "spending_uses_open" ON "spending_uses" USING btree ("kind","used_at","amount") WHERE "spending_uses"."released_at" is null;--> statement-breakpoint
CREATE INDEX "spending_uses_reference" ON "spending_uses" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "spending_uses_age" ON "spending_uses" USING btree ("used_at");--> statement-breakpoint
INSERT INTO "spending_windows" ("kind") VALUES ('provider'), ('refunds'), ('confirmations');
