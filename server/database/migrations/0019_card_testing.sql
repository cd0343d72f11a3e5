CREATE TABLE "card_declines" (
	"order_id" text NOT NULL,
	"attempt_number" smallint NOT NULL,
	"try_number" smallint NOT NULL,
	"address_key" text,
	"network_key" text,
	"email_key" text NOT NULL,
	"declined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_declines_order_id_attempt_number_try_number_pk" PRIMARY KEY("order_id","attempt_number","try_number")
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "counted_declines" integer;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "caller_key" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "caller_network_key" text;--> statement-breakpoint
CREATE INDEX "card_declines_address" ON "card_declines" USING btree ("address_key","declined_at");--> statement-breakpoint
CREATE INDEX "card_declines_network" ON "card_declines" USING btree ("network_key","declined_at");--> statement-breakpoint
CREATE INDEX "card_declines_email" ON "card_declines" USING btree ("email_key","declined_at");--> statement-breakpoint
CREATE INDEX "card_declines_newest" ON "card_declines" USING btree ("declined_at");