// The name of a link, as pages and emails show it.

/** "Reel · C8xAbCdEfGh"; without a name "Story". `kinds`: the names of the kinds in a language. */
export function linkName<Kind extends string>(
  kinds: Readonly<Record<Kind, string>>,
  { kind, name }: { kind: Kind; name: string },
): string {
  return name === '' ? kinds[kind] : `${kinds[kind]} · ${name}`;
}
