// Hydrates the server-rendered island with the props that the document contains.
import { type ComponentType, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

export function hydrate<Props extends object>(Part: ComponentType<Props>): void {
  const element = document.getElementById('island');
  const handed: { island?: Props } | null = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null');
  if (!element || !handed?.island) return;
  const island = <Part {...handed.island} />;
  // In a transition React hydrates in pieces of 5 ms, so a press is answered in between.
  startTransition(() => {
    hydrateRoot(element, island);
  });
}
