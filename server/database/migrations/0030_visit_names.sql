CREATE TABLE "visit_fold" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"folded_to" bigint NOT NULL,
	CONSTRAINT "visit_fold_one_row" CHECK ("visit_fold"."id")
);
--> statement-breakpoint
CREATE TABLE "visit_names" (
	"grain" text NOT NULL,
	"list" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"count" integer NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "visit_names_grain_list_starts_at_name_pk" PRIMARY KEY("grain","list","starts_at","name")
);
--> statement-breakpoint
CREATE INDEX "visit_names_top" ON "visit_names" USING btree ("grain","list","starts_at","count" DESC NULLS FIRST);--> statement-breakpoint
-- A job adds the visits that exist, in small steps.
INSERT INTO "visit_fold" ("folded_to") VALUES (0);
