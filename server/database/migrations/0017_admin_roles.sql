-- Every admin keeps all rights. The version before adds admins without a role: they are owners, as they are there.
ALTER TABLE "admins" ADD COLUMN "role" text DEFAULT 'owner' NOT NULL
	CONSTRAINT "admins_role" CHECK ("role" in ('viewer', 'support', 'manager', 'owner'));--> statement-breakpoint
CREATE INDEX "refunds_requester" ON "refunds" USING btree ("requested_by","created_at");