// The links of an order in progress: what a paste puts where, and what the fields show about it.
import { useState } from 'react';
import { type FoundLink, placeLinks, rewriteLink } from '../../../contract/pasted-links.ts';
import type { InProgressOrder } from '../in-progress-order.ts';
import { rules } from './field-rules.ts';

/** The part of the order in progress that the fields read and write. */
export type LinksOfOrder = Pick<InProgressOrder, 'posts' | 'accepted'>;

export type Links = ReturnType<typeof useLinks>;

export function useLinks({ posts, accepted }: LinksOfOrder, onChange: (changed: Partial<LinksOfOrder>) => void) {
  const [removed, setRemoved] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [last, setLast] = useState({ filled: 0, leftOut: 0 });

  return {
    /** Fields filled by the last paste, and links that found none. */
    last,
    change: (position: number, link: string) =>
      onChange({ posts: posts.map((post, at) => (at === position ? link : post)) }),
    place: (position: number, found: readonly FoundLink[]) => {
      const placed = placeLinks(posts, position, found, rules.explain && rules.rewrite);
      const shortened = found.filter((one) => one.removed.length > 0).map((one) => [one.link, one.removed] as const);
      setRemoved((before) => ({ ...before, ...Object.fromEntries(shortened) }));
      setLast({ filled: found.length - placed.leftOut, leftOut: placed.leftOut });
      onChange({ posts: placed.posts });
    },
    /** The names of the parameters that a link had when it was pasted. */
    removedFrom: (link: string) => removed[link] ?? [],
    /** The buyer uses a link that is probably not a post. */
    accept: (link: string) =>
      onChange({ accepted: [...accepted.filter((one) => posts.includes(one)), rewriteLink(link)] }),
    isAccepted: (link: string) => isAccepted({ accepted }, link),
  };
}

/** Compares in the specified form: the field may still have the link as it was typed. */
export function isAccepted({ accepted }: Pick<LinksOfOrder, 'accepted'>, link: string): boolean {
  return accepted.map(rewriteLink).includes(rewriteLink(link));
}
