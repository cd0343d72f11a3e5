ALTER TABLE "store_meta" ADD COLUMN "oldest_migration" bigint;
