CREATE OR REPLACE FUNCTION placed_outcome(live_status text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE lower(trim(coalesce(live_status, '')))
    WHEN 'completed' THEN 'completed'
    WHEN 'partial' THEN 'ended' WHEN 'canceled' THEN 'ended' WHEN 'cancelled' THEN 'ended' WHEN 'refunded' THEN 'ended'
    WHEN 'fail' THEN 'ended' WHEN 'failed' THEN 'ended' WHEN 'error' THEN 'ended'
    ELSE 'pending' END
$$;--> statement-breakpoint
INSERT INTO placed_counts (outcome, count)
SELECT outcome, sign * links FROM (
  SELECT count(*) AS links FROM dispatches
  WHERE state = 'sent' AND lower(trim(live_status)) IN ('fail', 'failed', 'error')
) AS failed, (VALUES ('pending', -1), ('ended', 1)) AS moved(outcome, sign) WHERE links > 0;
