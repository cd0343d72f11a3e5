ALTER TABLE "infrastructure_settings" ADD COLUMN "test_failed" boolean DEFAULT false NOT NULL;
