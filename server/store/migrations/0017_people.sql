CREATE INDEX "alerts_email" ON "alerts" USING btree (lower("details" ->> 'email')) WHERE "alerts"."details" ? 'email';--> statement-breakpoint
CREATE INDEX "alerts_order" ON "alerts" USING btree (("details" ->> 'orderId')) WHERE "alerts"."details" ? 'orderId';--> statement-breakpoint
CREATE INDEX "audit_personal_naming" ON "audit_personal" USING gin (("details"::text) gin_trgm_ops);