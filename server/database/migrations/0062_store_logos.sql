CREATE TABLE "store_logos" (
	"name" text PRIMARY KEY NOT NULL,
	"image" bytea NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL
);
