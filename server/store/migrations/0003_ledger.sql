ALTER TABLE "payment_events" ADD COLUMN "asked" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_asked_allowed" CHECK ("payment_events"."asked" - array['gatewayOrderId', 'refundId', 'amountCents', 'currency'] = '{}');--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_said_allowed" CHECK ("payment_events"."said" - array['gatewayOrderId', 'refundId', 'status', 'rawStatus', 'rawResult', 'amountCents',
        'capturedCents', 'refundedCents', 'paidCents', 'currency', 'failedTries', 'formOpen', 'lastUpdatedAt', 'fault',
        'note', 'state', 'paymentStatus'] = '{}');--> statement-breakpoint
CREATE TRIGGER payment_events_not_emptied BEFORE TRUNCATE ON "payment_events" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
INSERT INTO "payment_events" ("order_id", "attempt_number", "source", "conclusion", "said", "happened_at")
SELECT "order_id", "number", 'upgrade', 'carried_over', jsonb_build_object('state', "state"), now()
FROM "payment_attempts" ORDER BY "order_id", "number";--> statement-breakpoint
INSERT INTO "payment_events" ("order_id", "attempt_number", "source", "conclusion", "said", "happened_at")
SELECT "id", NULL, 'upgrade', 'carried_over', jsonb_build_object('paymentStatus', "payment_status",
  'paidCents', CASE WHEN "paid_at" IS NULL THEN 0 ELSE "amount_cents" END, 'refundedCents', "refunded_cents"), now()
FROM "orders" WHERE "payment_status" <> 'none' ORDER BY "id";
