CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_key" text NOT NULL,
	"note" text NOT NULL,
	"written_by" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_notes_length" CHECK (char_length("customer_notes"."note") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "customer_tags" (
	"email_key" text PRIMARY KEY NOT NULL,
	"tags" text[] NOT NULL,
	CONSTRAINT "customer_tags_count" CHECK (cardinality("customer_tags"."tags") between 1 and 10)
);
--> statement-breakpoint
CREATE INDEX "customer_notes_email" ON "customer_notes" USING btree ("email_key","written_at");