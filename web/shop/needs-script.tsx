// The noscript message of a page. Rendered on the server only.

export function NeedsScript({ text }: { text: string }) {
  return (
    <noscript>
      <p className="mb-6 rounded-card bg-yellow-soft p-4 text-yellow-ink">{text}</p>
    </noscript>
  );
}
