// What a scene is: one state of one page, how the store answers in it, and how a visitor gets there.

import type { Page } from 'playwright-core';
import type { ErrorCode } from '../../contract/errors.ts';
import type { AnswerFor, EndpointKey } from '../../contract/index.ts';
import type { Language } from '../../contract/languages.ts';
import type { PageName } from '../../contract/pages.ts';

/** What the store says to one call. `waits` is an answer that never comes, `lost` a connection that breaks. */
export type Reply<T> =
  | { returns: T; headers?: Record<string, string> }
  | { refuses: number; code?: ErrorCode; message?: string; field?: string }
  | 'waits'
  | 'lost';

/** Every page's clock stands here. */
export const today = new Date('2026-03-14T15:00:00Z');

export const widths = [360, 768, 1440] as const;
export const themes = ['light', 'dark'] as const;
export type Width = (typeof widths)[number];
export type Theme = (typeof themes)[number];
export type Shot = `${Width}-${Theme}`;

/** For the main screens. */
export const allShots: readonly Shot[] = widths.flatMap((width) => themes.map((theme): Shot => `${width}-${theme}`));

/** Calls that are not named here reach the real store. */
export type Replies = { [K in EndpointKey]?: Reply<AnswerFor<K>> };

/**
 * What is in the picture: the whole page; what changes in this scene, where the rest is in another one already; or the
 * screen, where something lies over the page.
 */
export type Frame = 'page' | 'screen' | { part: string };
export const main: Frame = { part: 'main' };
/** The part of the page that the browser takes over. */
export const live: Frame = { part: '#island' };

export type Scene = {
  name: string;
  page: PageName;
  frame: Frame;
  /** Where it looks like another scene at the others. */
  widths?: readonly Width[];
  /** Its pictures. The default: a phone in light mode and a desktop in dark mode. */
  shots?: readonly Shot[];
  /** Of a page that has no language of its own. */
  languages?: readonly Language[];
  /** Where the address is not simply the page's. */
  path?: (lang: Language) => string;
  /** Another page of the same address comes by chance: whether this is the one. */
  isIt?: (page: Page, lang: Language) => Promise<boolean>;
  replies?: Replies;
  /** A file that is asked for and does not come, by its address. */
  holds?: RegExp;
  /** What this tab remembers from before. */
  kept?: Record<string, unknown>;
  /** An admin is signed in, with this token. */
  token?: string;
  /** From the loaded page to the state. Has to wait for what it brings about. */
  act?: (stage: Acting) => Promise<void>;
};

export type Acting = {
  page: Page;
  lang: Language;
  /** Lets time pass on the page. */
  pass: (ms: number) => Promise<void>;
  /** Nothing is asked for that still comes. */
  isQuiet: () => boolean;
};
