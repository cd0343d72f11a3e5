-- Lead to links in delivery that stall. Rows of the version before have no time: the time of the send counts for them.
ALTER TABLE "dispatches" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "dispatches_not_found" ON "dispatches" USING btree ("claimed_at" DESC) WHERE "dispatches"."following" and "dispatches"."error" is not null;--> statement-breakpoint
CREATE INDEX "dispatches_unbegun" ON "dispatches" USING btree ("claimed_at" DESC) WHERE "dispatches"."following" and "dispatches"."first_progress_at" is null and "dispatches"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "dispatches_quiet" ON "dispatches" USING btree ((greatest("moved_at", "claimed_at", "refill_requested_at")) desc) WHERE "dispatches"."following";--> statement-breakpoint
CREATE INDEX "dispatches_open_of_service" ON "dispatches" USING btree ("provider_id","service_id",quantity_band("quantity"),"claimed_at" DESC) WHERE "dispatches"."following" and "dispatches"."ended_at" is null;
