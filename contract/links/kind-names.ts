// What the links of orders open, in their order, and the names that pages, emails and receipts show.
import type { Language } from '../languages.ts';
import { type LinkKind, linkKinds } from '../pasted-links.ts';

/** `tv`: a video of any platform. `short`: a link of TikTok that hides it. */
export const orderedKinds = [...linkKinds, 'channel', 'short'] as const;
export type OrderedKind = (typeof orderedKinds)[number];

export const linkKindNames = {
  en: {
    p: 'Post',
    reel: 'Reel',
    tv: 'Video',
    share: 'Shared link',
    profile: 'Profile',
    story: 'Story',
    highlight: 'Highlight',
    other: 'Instagram page',
    home: 'Instagram',
  },
  pt: {
    p: 'Post',
    reel: 'Reel',
    tv: 'Vídeo',
    share: 'Link compartilhado',
    profile: 'Perfil',
    story: 'Story',
    highlight: 'Destaque',
    other: 'Página do Instagram',
    home: 'Instagram',
  },
} as const satisfies Record<Language, Record<LinkKind, string>>;
/** Of links that other offers take. */
export const otherKindNames = {
  en: { channel: 'Channel', short: 'Short link' },
  pt: { channel: 'Canal', short: 'Link curto' },
} as const satisfies Record<Language, Record<Exclude<OrderedKind, LinkKind>, string>>;
/** Also of an order through the API, and of a link that an admin replaced. */
export const linkChosen = {
  en: 'Not a post. This link was chosen anyway.',
  pt: 'Não é uma publicação. Este link foi escolhido mesmo assim.',
} as const satisfies Record<Language, string>;
