-- Payments of before have no wallet.
ALTER TABLE "payment_attempts" ADD COLUMN "card_wallet" text;