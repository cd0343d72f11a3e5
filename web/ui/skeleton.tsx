// A gray placeholder while content loads. Hidden from screen readers, because the surrounding region is `aria-busy`.

/** `className` sets the size of the expected content. */
export function Skeleton({ className = 'h-4 w-24' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block max-w-full ${className}`} />;
}
