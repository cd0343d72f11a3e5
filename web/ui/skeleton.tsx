// The grey place of something that is still on its way. Says nothing to screen readers: the region around it is busy.

/** `className` gives the size of what will come. */
export function Skeleton({ className = 'h-4 w-24' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block max-w-full ${className}`} />;
}
