-- Visits of before have no campaign.
ALTER TABLE "visits" ADD COLUMN "campaign" text;
