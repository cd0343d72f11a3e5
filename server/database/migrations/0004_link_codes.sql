CREATE FUNCTION link_codes(links text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  codes text[] := '{}';
  link text;
  segments text[];
  code text;
BEGIN
  FOREACH link IN ARRAY links LOOP
    segments := array_remove(string_to_array(split_part(split_part(
      substr(link, strpos(lower(link), 'instagram.com') + length('instagram.com')), '?', 1), '#', 1), '/'), '');
    code := NULL;
    FOR at IN REVERSE cardinality(segments) - 1 .. 1 LOOP
      IF lower(segments[at]) IN ('p', 'reel', 'reels', 'tv', 'share') AND segments[at + 1] ~ '^[A-Za-z0-9_-]+$' THEN
        code := segments[at + 1];
        EXIT;
      END IF;
    END LOOP;
    codes := codes || coalesce(code, lower(array_to_string(segments, '/')));
  END LOOP;
  RETURN codes;
END $$;--> statement-breakpoint
CREATE INDEX "orders_link_codes" ON "orders" USING gin (link_codes("post_links"));
