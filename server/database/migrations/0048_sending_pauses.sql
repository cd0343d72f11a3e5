CREATE TABLE "sending_pauses" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sending_pauses" ADD CONSTRAINT "sending_pauses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sending_pauses_order" ON "sending_pauses" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "sending_pauses_open" ON "sending_pauses" USING btree ("paused_until") WHERE "sending_pauses"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "with_key" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "login_guesses" ADD COLUMN "network_key" text;--> statement-breakpoint
CREATE INDEX "login_guesses_network" ON "login_guesses" USING btree ("network_key","guessed_at") WHERE "login_guesses"."network_key" is not null;
