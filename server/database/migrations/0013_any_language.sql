ALTER TABLE "orders" DROP CONSTRAINT "orders_language";
