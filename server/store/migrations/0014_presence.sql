CREATE TABLE "presence" (
	"id" text PRIMARY KEY NOT NULL,
	"visitor_key" text NOT NULL,
	"ip_address" text NOT NULL,
	"country" text NOT NULL,
	"page" text NOT NULL,
	"user_agent" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presence_days" (
	"day" date PRIMARY KEY NOT NULL,
	"visitors" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presence_visitors" (
	"day" date NOT NULL,
	"visitor_key" text NOT NULL,
	CONSTRAINT "presence_visitors_day_visitor_key_pk" PRIMARY KEY("day","visitor_key")
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "presence_seen" ON "presence" USING btree ("seen_at" DESC NULLS FIRST,"visitor_key");