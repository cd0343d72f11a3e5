// The services for routes, pages and jobs beside the context.
import type { StoreContext } from '../context.ts';
import type { Pages } from '../pages/pages.ts';
import type { Core } from './core.ts';

export type Services = {
  ctx: StoreContext;
  core: Core;
  /** Throws `unavailable` while this process leaves or the database cannot be used. */
  checkReady: () => Promise<void>;
  /** Null: this process serves no pages. */
  pages: Pages | null;
};
