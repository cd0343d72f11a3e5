// The cards that the store accepts, near the button that pays. Neutral cards with the names as text: the brands allow their
// logos only in their own drawing and colors, and a store has no right to draw them.

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
