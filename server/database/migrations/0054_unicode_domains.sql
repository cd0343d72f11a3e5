-- A domain in ASCII (xn--) and in Unicode is one address: browsers send the first. An address whose form is that of another
-- customer or admin stays, and becomes an action item, as in 0044.
CREATE OR REPLACE FUNCTION unicode_label(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
-- Like unicodeLabel() of contract/normal-address.ts: RFC 3492. Indexes are built without a search path.
DECLARE
  encoded text := lower(substr(label, 5));
  basic int := GREATEST(0, char_length(encoded) - strpos(reverse(encoded), '-'));
  decoded text := '';
  at int := 1;
  code bigint := 128;
  place bigint := 0;
  bias int := 72;
  before bigint;
  weight bigint;
  step int;
  digit int;
  threshold int;
  delta bigint;
BEGIN
  IF label !~* '^xn--[a-z0-9-]{1,59}$' THEN RETURN label; END IF;
  IF strpos(encoded, '-') = 0 THEN basic := 0; END IF;
  IF basic > 0 THEN
    decoded := left(encoded, basic);
    at := basic + 2;
  END IF;
  WHILE at <= char_length(encoded) LOOP
    before := place;
    weight := 1;
    step := 36;
    LOOP
      IF at > char_length(encoded) THEN RETURN label; END IF;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(encoded, at, 1)) - 1;
      at := at + 1;
      IF digit < 0 OR weight > 2147483647 THEN RETURN label; END IF;
      place := place + digit * weight;
      IF place > 2147483647 THEN RETURN label; END IF;
      threshold := LEAST(26, GREATEST(1, step - bias));
      EXIT WHEN digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 36;
    END LOOP;
    delta := (place - before) / CASE WHEN before = 0 THEN 700 ELSE 2 END;
    delta := delta + delta / (char_length(decoded) + 1);
    bias := 0;
    WHILE delta > 455 LOOP
      delta := delta / 35;
      bias := bias + 36;
    END LOOP;
    bias := bias + 36 * delta / (delta + 38);
    code := code + place / (char_length(decoded) + 1);
    place := place % (char_length(decoded) + 1);
    IF code > 1114111 OR code BETWEEN 55296 AND 57343 THEN RETURN label; END IF;
    decoded := left(decoded, place::int) || chr(code::int) || substr(decoded, place::int + 1);
    place := place + 1;
  END LOOP;
  IF decoded !~ '[^\u0001-\u009F]' OR decoded ~ '[\u0080-\u009F\u1680\u2028\u2029]' THEN RETURN label; END IF;
  RETURN CASE WHEN public.clean_address('@' || decoded) = '@' || decoded THEN decoded ELSE label END;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION clean_address(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
-- Like normalAddress() of contract/normal-address.ts; the class is its [\p{Cf}\p{DI}].
DECLARE
  plain text := translate(normalize(regexp_replace(address, '[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'), NFC), E'\uFF20\uFE6B', '@@');
  local_part text := left(plain, char_length(plain) - strpos(reverse(plain), '@') + 1);
  clean text;
  at int;
BEGIN
  IF strpos(plain, '@') = 0 THEN local_part := plain; END IF;
  clean := btrim(local_part || translate(normalize(substr(plain, char_length(local_part) + 1), NFKC), E'\u3002', '.'),
    E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000');
  IF clean !~* '@(.*\.)?xn--' THEN RETURN clean; END IF;
  at := char_length(clean) - strpos(reverse(clean), '@') + 1;
  RETURN left(clean, at) || (SELECT string_agg(public.unicode_label(label), '.' ORDER BY number)
    FROM unnest(string_to_array(substr(clean, at + 1), '.')) WITH ORDINALITY AS labels(label, number));
END $$;--> statement-breakpoint
WITH written AS (
  SELECT customer_email AS address, created_at AS since FROM "orders" WHERE customer_email ILIKE '%xn--%'
  UNION ALL SELECT email, received_at FROM "contact_messages" WHERE email ILIKE '%xn--%'
  UNION ALL SELECT email, received_at FROM "incoming_emails" WHERE email ILIKE '%xn--%'
  UNION ALL SELECT email_key, written_at FROM "customer_notes" WHERE email_key ILIKE '%xn--%'
  UNION ALL SELECT email_key, 'infinity' FROM "customer_tags" WHERE email_key ILIKE '%xn--%'
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
  WHERE a.email ILIKE '%xn--%' AND a.email <> clean_address(a.email)
    AND NOT EXISTS (SELECT FROM "admins" o WHERE o.id <> a.id AND lower(o.email) = lower(clean_address(a.email)))
  ORDER BY lower(clean_address(a.email)), a.created_at, a.id);--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_clean_address BEFORE INSERT OR UPDATE OF customer_email ON "orders" FOR EACH ROW
  WHEN (octet_length(NEW.customer_email) > char_length(NEW.customer_email) OR NEW.customer_email ILIKE '%xn--%') EXECUTE FUNCTION keep_clean_address('customer_email');--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_messages_clean_address BEFORE INSERT OR UPDATE OF email ON "contact_messages" FOR EACH ROW
  WHEN (octet_length(NEW.email) > char_length(NEW.email) OR NEW.email ILIKE '%xn--%') EXECUTE FUNCTION keep_clean_address('email');--> statement-breakpoint
CREATE OR REPLACE TRIGGER incoming_emails_clean_address BEFORE INSERT OR UPDATE OF email ON "incoming_emails" FOR EACH ROW
  WHEN (octet_length(NEW.email) > char_length(NEW.email) OR NEW.email ILIKE '%xn--%') EXECUTE FUNCTION keep_clean_address('email');--> statement-breakpoint
CREATE OR REPLACE TRIGGER mails_clean_address BEFORE INSERT OR UPDATE OF recipient ON "mails" FOR EACH ROW
  WHEN (octet_length(NEW.recipient) > char_length(NEW.recipient) OR NEW.recipient ILIKE '%xn--%') EXECUTE FUNCTION keep_clean_address('recipient');--> statement-breakpoint
CREATE OR REPLACE TRIGGER admins_clean_address BEFORE INSERT OR UPDATE OF email ON "admins" FOR EACH ROW
  WHEN (octet_length(NEW.email) > char_length(NEW.email) OR NEW.email ILIKE '%xn--%') EXECUTE FUNCTION keep_clean_address('email');--> statement-breakpoint
DROP INDEX IF EXISTS "admins_unclean_email";--> statement-breakpoint
CREATE INDEX "admins_unclean_email" ON "admins" USING btree ("created_at") WHERE (octet_length("admins"."email") > char_length("admins"."email") or "admins"."email" ilike '%xn--%') and "admins"."email" <> clean_address("admins"."email");--> statement-breakpoint
DROP INDEX IF EXISTS "contact_messages_unclean_email";--> statement-breakpoint
CREATE INDEX "contact_messages_unclean_email" ON "contact_messages" USING btree ("received_at") WHERE (octet_length("contact_messages"."email") > char_length("contact_messages"."email") or "contact_messages"."email" ilike '%xn--%') and "contact_messages"."email" <> clean_address("contact_messages"."email");--> statement-breakpoint
DROP INDEX IF EXISTS "incoming_emails_unclean_email";--> statement-breakpoint
CREATE INDEX "incoming_emails_unclean_email" ON "incoming_emails" USING btree ("received_at") WHERE (octet_length("incoming_emails"."email") > char_length("incoming_emails"."email") or "incoming_emails"."email" ilike '%xn--%') and "incoming_emails"."email" <> clean_address("incoming_emails"."email");--> statement-breakpoint
DROP INDEX IF EXISTS "orders_unclean_email";--> statement-breakpoint
CREATE INDEX "orders_unclean_email" ON "orders" USING btree ("created_at") WHERE (octet_length("orders"."customer_email") > char_length("orders"."customer_email") or "orders"."customer_email" ilike '%xn--%') and "orders"."customer_email" <> clean_address("orders"."customer_email");--> statement-breakpoint
DO $$
BEGIN
  -- The customers of addresses that changed, here or in 0044.
  IF EXISTS (SELECT FROM "customers" c WHERE email_key <> lower(clean_address(email_key))
    AND NOT EXISTS (SELECT FROM "orders" WHERE lower(customer_email) = c.email_key))
  THEN PERFORM rebuild_figures(); END IF;
END $$;
