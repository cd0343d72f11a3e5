// What the sources of visitors and orders are listed by.
export const sourceLists = ['source', 'campaign', 'landing', 'country', 'device'] as const;
export type SourceList = (typeof sourceLists)[number];
