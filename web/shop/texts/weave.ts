// Fills a text with elements. A file of its own, because the home page loads `text.ts` without it.
import { createElement, type ReactElement } from 'react';
import type { Text } from './text.ts';

/** Fills the holes with elements, each with a key of its own. The text between them stands in elements, too. */
export function weave<Name extends string>(text: Text<Name>, nodes: Record<Name, ReactElement>): ReactElement[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 1 ? nodes[part as Name] : createElement('span', { key: at }, part)));
}
