CREATE TABLE "audit_head" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"compared_to" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "audit_head_one_row" CHECK ("audit_head"."only")
);
--> statement-breakpoint
CREATE FUNCTION keep_audit_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq < OLD.seq OR (NEW.seq = OLD.seq AND NEW.hash <> OLD.hash) THEN
    RAISE EXCEPTION 'audit_head never goes back';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_head_only_grows BEFORE UPDATE ON "audit_head" FOR EACH ROW EXECUTE FUNCTION keep_audit_head();--> statement-breakpoint
CREATE TRIGGER audit_head_kept BEFORE DELETE OR TRUNCATE ON "audit_head" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_chain_not_emptied BEFORE TRUNCATE ON "audit_chain" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER store_settings_versions_not_emptied BEFORE TRUNCATE ON "store_settings_versions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER launch_attestations_not_emptied BEFORE TRUNCATE ON "launch_attestations" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
