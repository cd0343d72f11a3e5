CREATE TABLE "limit_windows" (
	"name" text NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"seen" text[] NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "limit_windows_name_key_pk" PRIMARY KEY("name","key")
);
--> statement-breakpoint
CREATE INDEX "limit_windows_end" ON "limit_windows" USING btree ("ends_at");
--> statement-breakpoint
ALTER TABLE "limit_windows" SET UNLOGGED;