-- contract: needs 0011_oldest_migration
-- One form of every address. Stores of before may run beside: triggers clean what they write. An address whose form is
-- that of another customer or admin stays, and becomes an action item.
CREATE FUNCTION clean_address(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
-- Like cleanAddress() of contract/invisible-characters.ts; the class is its [\p{Cf}\p{DI}].
DECLARE
  plain text := normalize(regexp_replace(address, '[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'), NFC);
  local_part text := left(plain, char_length(plain) - strpos(reverse(plain), '@') + 1);
BEGIN
  IF strpos(plain, '@') = 0 THEN local_part := plain; END IF;
  RETURN btrim(local_part || translate(normalize(substr(plain, char_length(local_part) + 1), NFKC), E'\u3002', '.'),
    E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000');
END $$;--> statement-breakpoint
WITH written AS (
  SELECT customer_email AS address, created_at AS since FROM "orders" WHERE octet_length(customer_email) > char_length(customer_email)
  UNION ALL SELECT email, received_at FROM "contact_messages" WHERE octet_length(email) > char_length(email)
  UNION ALL SELECT email, received_at FROM "incoming_emails" WHERE octet_length(email) > char_length(email)
  UNION ALL SELECT email_key, written_at FROM "customer_notes" WHERE octet_length(email_key) > char_length(email_key)
  UNION ALL SELECT email_key, 'infinity' FROM "customer_tags" WHERE octet_length(email_key) > char_length(email_key)
), raw AS (
  SELECT lower(address) AS key, lower(clean_address(address)) AS clean, min(since) AS since
  FROM written WHERE address <> clean_address(address) GROUP BY 1, 2
), first AS (
  SELECT DISTINCT ON (clean) key, clean FROM raw ORDER BY clean, key <> clean, since, key
), free AS (
  SELECT key, clean FROM first WHERE key = clean OR NOT (
    EXISTS (SELECT FROM "orders" WHERE lower(customer_email) = clean)
    OR EXISTS (SELECT FROM "contact_messages" WHERE lower(email) = clean)
    OR EXISTS (SELECT FROM "incoming_emails" WHERE lower(email) = clean)
    OR EXISTS (SELECT FROM "customer_notes" WHERE email_key = clean)
    OR EXISTS (SELECT FROM "customer_tags" WHERE email_key = clean))
), of_orders AS (
  UPDATE "orders" SET customer_email = clean_address(customer_email) FROM free WHERE lower(customer_email) = key
), of_messages AS (
  UPDATE "contact_messages" SET email = clean_address(email) FROM free WHERE lower(email) = key
), of_answers AS (
  UPDATE "incoming_emails" SET email = clean_address(email) FROM free WHERE lower(email) = key
), of_notes AS (
  UPDATE "customer_notes" SET email_key = clean FROM free WHERE email_key = key
), of_tags AS (
  UPDATE "customer_tags" SET email_key = clean FROM free WHERE email_key = key
), of_mails AS (
  UPDATE "mails" SET recipient = clean_address(recipient) FROM free WHERE lower(recipient) = key AND alert_id IS NULL
)
UPDATE "alerts" SET details = jsonb_set(details, '{email}', to_jsonb(clean_address(details ->> 'email'))) FROM free
WHERE details ? 'email' AND lower(details ->> 'email') = key;--> statement-breakpoint
UPDATE "admins" SET email = clean_address(email) WHERE id IN (
  SELECT DISTINCT ON (lower(clean_address(a.email))) a.id FROM "admins" a
  WHERE octet_length(a.email) > char_length(a.email) AND a.email <> clean_address(a.email)
    AND NOT EXISTS (SELECT FROM "admins" o WHERE o.id <> a.id AND lower(o.email) = lower(clean_address(a.email)))
  ORDER BY lower(clean_address(a.email)), a.created_at, a.id);--> statement-breakpoint
CREATE FUNCTION keep_clean_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], clean_address(to_jsonb(NEW) ->> TG_ARGV[0])));
END $$;--> statement-breakpoint
CREATE TRIGGER orders_clean_address BEFORE INSERT OR UPDATE OF customer_email ON "orders" FOR EACH ROW
  WHEN (octet_length(NEW.customer_email) > char_length(NEW.customer_email)) EXECUTE FUNCTION keep_clean_address('customer_email');--> statement-breakpoint
CREATE TRIGGER contact_messages_clean_address BEFORE INSERT OR UPDATE OF email ON "contact_messages" FOR EACH ROW
  WHEN (octet_length(NEW.email) > char_length(NEW.email)) EXECUTE FUNCTION keep_clean_address('email');--> statement-breakpoint
CREATE TRIGGER incoming_emails_clean_address BEFORE INSERT OR UPDATE OF email ON "incoming_emails" FOR EACH ROW
  WHEN (octet_length(NEW.email) > char_length(NEW.email)) EXECUTE FUNCTION keep_clean_address('email');--> statement-breakpoint
CREATE TRIGGER mails_clean_address BEFORE INSERT OR UPDATE OF recipient ON "mails" FOR EACH ROW
  WHEN (octet_length(NEW.recipient) > char_length(NEW.recipient)) EXECUTE FUNCTION keep_clean_address('recipient');--> statement-breakpoint
CREATE TRIGGER admins_clean_address BEFORE INSERT OR UPDATE OF email ON "admins" FOR EACH ROW
  WHEN (octet_length(NEW.email) > char_length(NEW.email)) EXECUTE FUNCTION keep_clean_address('email');--> statement-breakpoint
CREATE INDEX "admins_unclean_email" ON "admins" USING btree ("created_at") WHERE octet_length("admins"."email") > char_length("admins"."email") and "admins"."email" <> clean_address("admins"."email");--> statement-breakpoint
CREATE INDEX "contact_messages_unclean_email" ON "contact_messages" USING btree ("received_at") WHERE octet_length("contact_messages"."email") > char_length("contact_messages"."email") and "contact_messages"."email" <> clean_address("contact_messages"."email");--> statement-breakpoint
CREATE INDEX "incoming_emails_unclean_email" ON "incoming_emails" USING btree ("received_at") WHERE octet_length("incoming_emails"."email") > char_length("incoming_emails"."email") and "incoming_emails"."email" <> clean_address("incoming_emails"."email");--> statement-breakpoint
CREATE INDEX "orders_unclean_email" ON "orders" USING btree ("created_at") WHERE octet_length("orders"."customer_email") > char_length("orders"."customer_email") and "orders"."customer_email" <> clean_address("orders"."customer_email");
