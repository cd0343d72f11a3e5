// Fills a text with elements. A file of its own, because the home page loads `text.ts` without it.
import type { ReactNode } from 'react';
import type { Text } from './text.ts';

/** Fills the holes with elements. Each needs a key of its own where it is an element. */
export function weave<Name extends string>(text: Text<Name>, nodes: Record<Name, ReactNode>): ReactNode[] {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? nodes[part as Name] : part));
}
