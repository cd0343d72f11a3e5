-- Roll-ups by offer. Their column `category` names the offer: a specified one by its category, as the version before reads and writes
-- it, another one by its ID. Rows of before stay as they are.
CREATE OR REPLACE FUNCTION offer_key(category text, offer jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- As orderOfferKey() of contract/offers.ts.
  SELECT CASE offer ->> 'id' WHEN 'instagram-likes' THEN 'Likes' WHEN 'instagram-views' THEN 'Views'
    ELSE coalesce(offer ->> 'id', category) END
$$;
