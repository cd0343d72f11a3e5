-- A round of status checks belongs to one process, so that its links need not be claimed one by one.
CREATE TABLE IF NOT EXISTS "delivery_rounds" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL
);
