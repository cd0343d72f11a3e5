// The types of the texts of the admin. English defines them: what another set misses does not compile.
import type { first, pages } from './en.ts';

/** Loaded before the first render: for everything that shows without a page having been opened. */
export type FirstTexts = typeof first;
/** Loaded with the first page that is opened. */
export type PageTexts = typeof pages;
export type Texts = FirstTexts & PageTexts;
