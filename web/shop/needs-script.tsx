// The noscript message of a page. Rendered on the server only.

export function NeedsScript({ text }: { text: string }) {
  return (
    <noscript>
      <p className="notice">{text}</p>
    </noscript>
  );
}
