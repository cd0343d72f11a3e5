-- Rates by which costs in other currencies are converted when they are read, and the balance of a provider that may be two amounts.
CREATE TABLE IF NOT EXISTS "currency_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"usd" numeric(18, 8) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "currency_rates_currency" CHECK ("currency_rates"."currency" <> 'USD' and char_length("currency_rates"."currency") between 1 and 40),
	CONSTRAINT "currency_rates_usd" CHECK ("currency_rates"."usd" > 0)
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "currency_rates_newest" ON "currency_rates" USING btree ("day" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "currency_rates"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "currency_rates_day" ON "currency_rates" USING btree ("currency","day") WHERE "currency_rates"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "provider_looks" ADD COLUMN IF NOT EXISTS "balance_text" text;--> statement-breakpoint
ALTER TABLE "other_costs" DROP CONSTRAINT IF EXISTS "other_costs_currency";
