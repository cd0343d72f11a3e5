// The types of the texts of the admin. English defines them: what another set misses does not compile.
import type { enPages } from './en/pages.ts';
import type { en } from './en/set.ts';

/** Loaded before the first render: for everything that shows without a page having been opened. */
export type FirstTexts = typeof en;
/** Loaded with the first page that is opened. */
export type PageTexts = typeof enPages;
export type Texts = FirstTexts & PageTexts;
