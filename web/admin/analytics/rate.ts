// A share of a whole as people read it: one decimal, and 0% of nothing.

export function rate(part: number, whole: number): string {
  return whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : '0%';
}
