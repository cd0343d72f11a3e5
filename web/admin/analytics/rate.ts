// Shares and changes as people read them: one decimal, and 0% of nothing.

export function rate(part: number, whole: number): string {
  return whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : '0%';
}

/** "+12.5%" from `before` to `now`; null where there was nothing before, which no percentage tells. */
export function change(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = ((now - before) / before) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`;
}
