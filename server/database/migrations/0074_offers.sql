-- An order records what was sold. Earlier orders, and those of the version before, have the offer that stands for their category.
ALTER TABLE "orders" ADD COLUMN "offer" jsonb;--> statement-breakpoint
CREATE FUNCTION keep_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The version before saves the settings without their offers, which stay.
  IF NOT NEW.settings ? 'offers' THEN
    NEW.settings := NEW.settings || coalesce((
      SELECT jsonb_build_object('offers', settings -> 'offers') FROM store_settings_versions
      WHERE version = (SELECT max(version) FROM store_settings_versions) AND settings ? 'offers'), '{}');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER store_settings_versions_offers BEFORE INSERT ON "store_settings_versions" FOR EACH ROW EXECUTE FUNCTION keep_offers();
