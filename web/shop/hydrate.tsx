// Hydrates the server-rendered island with the props that the document contains.
import { type ComponentType, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { WithMemory } from './memory.ts';

export function hydrate<Props extends object>(Part: ComponentType<Props & WithMemory>): void {
  const { island: props }: { island?: Props } = JSON.parse(
    (document.getElementById('page-data') as HTMLElement).textContent,
  );
  if (!props) return;
  const island = <Part {...props} memory={{}} />;
  // In a transition React hydrates in pieces of 5 ms, so a press is answered in between.
  startTransition(() => {
    const root = hydrateRoot(document.getElementById('island') as HTMLElement, island, {
      // An extension has changed the document before this script. React has drawn the part again: that is no failure.
      onRecoverableError: () => {},
      onUncaughtError: (cause) => import('./recover.tsx').then((part) => part.recover(root, island, cause)),
    });
  });
}
