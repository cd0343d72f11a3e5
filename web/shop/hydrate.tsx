// Hydrates the server-rendered island with the props that the document contains.
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';

export function hydrate<Props extends object>(Part: ComponentType<Props>): void {
  const element = document.getElementById('island');
  const handed: { island?: Props } | null = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null');
  if (element && handed?.island) hydrateRoot(element, <Part {...handed.island} />);
}
