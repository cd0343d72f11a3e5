/** Builds a record from names. */
export function byName<N extends string, T>(names: readonly N[], value: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, T>;
}
