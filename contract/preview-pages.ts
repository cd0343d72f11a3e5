// Pages with texts that an operator can change. Separate from `pages.ts`, which every public page loads.
import type { PageName } from './pages.ts';

export const previewPages = [
  'home',
  'about',
  'contact',
  'checkout',
  'success',
  'client',
  'terms',
  'privacy',
  'refunds',
  'receipt',
  'order',
  'pause',
  'status',
  'not-found',
] as const satisfies readonly PageName[];
export type PreviewPage = (typeof previewPages)[number];

/** What a preview can show. */
export const previewSubjects = [...previewPages, 'email'] as const;
export type PreviewSubject = (typeof previewSubjects)[number];
