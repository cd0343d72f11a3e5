-- Sessions of the version before count as opened without a key, and its sign-ins for no network.
CREATE TABLE IF NOT EXISTS "sending_pauses" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL CONSTRAINT "sending_pauses_order_id_orders_id_fk" REFERENCES "public"."orders"("id"),
	"paused_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sending_pauses_order" ON "sending_pauses" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sending_pauses_open" ON "sending_pauses" USING btree ("paused_until") WHERE "sending_pauses"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN IF NOT EXISTS "with_key" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "login_guesses" ADD COLUMN IF NOT EXISTS "network_key" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "login_guesses_network" ON "login_guesses" USING btree ("network_key","guessed_at") WHERE "login_guesses"."network_key" is not null;
