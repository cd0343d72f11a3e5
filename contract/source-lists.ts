// What the sources of visitors and orders are listed by.
import type { SourceWord } from './visit-source.ts';

export const sourceLists = ['source', 'campaign', 'landing', 'country', 'device'] as const;
export type SourceList = (typeof sourceLists)[number];

/** Sources of orders of which no visitors are counted. */
export const sourcesWithoutVisitors: readonly string[] = ['withheld', 'admin', 'api'] satisfies SourceWord[];
