// The buckets of delivery times and speeds. Each is 2^(1/4) wider than the one before, about 19 %. The SQL function
// `speed_bucket` puts a value into its bucket. Without zod: used by server and pages.

/** The first value that is above the bucket, in seconds or in units an hour. */
export function bucketEnd(bucket: number): number {
  return 2 ** ((bucket + 1) / 4);
}

/** The bands of quantities, as the SQL function `quantity_band` counts them; the last one has no limit. */
export const quantityBands = [1_000, 5_000, 20_000, null] as const;
