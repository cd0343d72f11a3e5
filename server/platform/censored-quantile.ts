// The quantile of times of which some are not over yet.

export type Times = {
  /** Times that are over, by bucket. */
  events: ReadonlyMap<number, number>;
  /** Times that are not over, by the bucket that they have reached. */
  censored: ReadonlyMap<number, number>;
  /** Times that will never be over: they are longer than all others. */
  endless: number;
};

export function sumCounts({ events, censored, endless }: Times): number {
  return sum(events) + sum(censored) + endless;
}

/**
 * The bucket within which `share` (0 to 1) of the times are over, by the product-limit estimator: E. L. Kaplan, P. Meier,
 * "Nonparametric Estimation from Incomplete Observations", Journal of the American Statistical Association 53 (1958).
 * Null when too few are over. Within a bucket, times end before others are censored.
 */
export function quantileBucket(times: Times, share: number): number | null {
  const { events, censored } = times;
  const buckets = [...new Set([...events.keys(), ...censored.keys()])].sort((one, other) => one - other);
  let atRisk = sumCounts(times);
  let longer = 1;
  for (const bucket of buckets) {
    const over = events.get(bucket) ?? 0;
    if (over > 0) longer *= 1 - over / atRisk;
    // Products of fractions miss an exact share by some billionths.
    if (1 - longer >= share - 1e-9) return bucket;
    atRisk -= over + (censored.get(bucket) ?? 0);
  }
  return null;
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
