// The types of the texts of the admin. English defines them: what another set misses does not compile.
import type { first, items, pages } from './en.ts';

/** Loaded before the first render: for everything that shows without a page having been opened. */
export type FirstTexts = typeof first;
/** Loaded with the first action item, and with each page: for orders, their links and refunds. */
export type ItemTexts = typeof items;
/** Loaded with the first page that is opened. */
export type PageTexts = typeof pages;
export type TextsWithItems = FirstTexts & ItemTexts;
export type Texts = TextsWithItems & PageTexts;
