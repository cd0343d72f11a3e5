ALTER TABLE "launch_attestations" ADD COLUMN "delivery" text NOT NULL;--> statement-breakpoint
ALTER TABLE "launch_attestations" ADD COLUMN "figures" text NOT NULL;