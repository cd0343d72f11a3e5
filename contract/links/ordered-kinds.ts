// What the links of orders open. `language-texts.ts` has their names.
import { linkKinds } from '../pasted-links.ts';

/** `tv`: a video of any platform. `short`: a link of TikTok that hides it. */
export const orderedKinds = [...linkKinds, 'channel', 'short'] as const;
export type OrderedKind = (typeof orderedKinds)[number];
