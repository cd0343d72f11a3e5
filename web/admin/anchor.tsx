// An anchor for URL fragments. It scrolls into view after client-side navigation, as the browser does after a page
// load.
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { classNames } from '../ui/class-names.ts';

export function Anchor({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isMeant = useLocationProperty(() => window.location.hash === `#${id}`);

  useEffect(() => {
    if (!isMeant) return;
    // Runs after the new page is scrolled to its top.
    const turn = setTimeout(() => place.current?.scrollIntoView({ block: 'start' }));
    return () => clearTimeout(turn);
  }, [isMeant]);

  return (
    <div id={id} ref={place} className={classNames('min-w-0 scroll-mt-4', className)}>
      {children}
    </div>
  );
}
