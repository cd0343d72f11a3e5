// The type of a set of texts: English defines it, so that a missing key of another set does not compile.
import type { en } from './en/set.ts';

/** A text with values in it is a function. */
export type Texts = typeof en;
