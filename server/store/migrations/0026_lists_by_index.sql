DROP INDEX "orders_status_by_amount";--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
DROP INDEX "orders_by_amount";--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_cents","status","category","search_text") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("amount_cents" DESC NULLS FIRST,"id" DESC NULLS FIRST,"created_at","status","category","search_text") WHERE "orders"."deleted_at" is null;