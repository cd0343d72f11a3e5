// A short version of a bench, of minutes instead of an hour, with rougher figures.

export function quick<T>(whole: T, short: T): T {
  return process.env.BENCH_QUICK ? short : whole;
}
