// Says what a page cannot do where scripts are turned off. Drawn on the server only.

export function NeedsScript({ text }: { text: string }) {
  return (
    <noscript>
      <p className="mb-6 rounded-card bg-yellow-soft p-4 text-yellow-ink">{text}</p>
    </noscript>
  );
}
