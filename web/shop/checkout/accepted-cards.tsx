// The accepted cards, near the pay button. Plain cards with the names as text, because the brands allow their logos only in
// their own design and colors.

export function AcceptedCards({ names, text }: { names: readonly string[]; text: string }) {
  if (names.length === 0) return null;
  return (
    <p className="mt-4 text-xs text-muted">
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <b key={name} className="card-mark" translate="no">
            {name}
          </b>
        ))}
      </span>
    </p>
  );
}
