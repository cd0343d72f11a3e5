// A place on a page that an address can name: brought into sight once it is there, as the browser does it for a page that is
// loaded whole.
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { classNames } from '../ui/class-names.ts';

export function Anchor({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isMeant = useLocationProperty(() => window.location.hash === `#${id}`);

  useEffect(() => {
    if (!isMeant) return;
    // After the page that was just opened has gone to its top.
    const turn = setTimeout(() => place.current?.scrollIntoView({ block: 'start' }));
    return () => clearTimeout(turn);
  }, [isMeant]);

  return (
    <div id={id} ref={place} className={classNames('min-w-0 scroll-mt-4', className)}>
      {children}
    </div>
  );
}
