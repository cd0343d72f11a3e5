// What a link field makes of typed and pasted text, and what it shows. The input itself is the caller's.
import { type RefObject, useEffect, useState } from 'react';
import { isPostOrShare } from '../../../contract/pasted-links.ts';
import { allowedPrefixes, findNoPostKind, hasAllowedPrefix } from '../../../contract/post-links.ts';
import { rules } from './field-rules.ts';
import type { LinkFieldTexts } from './link-field-texts.ts';
import type { Links } from './use-links.ts';

type LinkFieldInput = {
  links: Links;
  position: number;
  /** The value: a link in its specified form, or what is being typed. */
  link: string;
  input: RefObject<HTMLInputElement | null>;
  /** The form was sent, or the field was left, with this link. */
  isJudged?: boolean;
};

/** More characters in one input event are a paste, the browser's completion, or the clipboard row of a phone. */
const typedAtOnce = 8;
/** A pause of this length ends a thought: what was typed so far may be judged. */
export const pauseMs = 800;

export function useLinkField({ links, position, link, input, isJudged = false }: LinkFieldInput) {
  const [isEditing, setEditing] = useState(false);
  const [pausedAt, setPausedAt] = useState('');
  const plain = rules.rewrite(link);
  const opens = rules.describe(plain);
  const refusal = (link.trim() && rules.explain?.(plain)) || null;
  const noPost = findNoPostKind(plain);
  const isUsable =
    opens !== null && noPost === null && (!!rules.explain || isPostOrShare(opens) || links.isAccepted(link));
  const mayJudge = isJudged || !isEditing || pausedAt === link;

  useEffect(() => {
    if (!isEditing) return undefined;
    const timer = setTimeout(() => setPausedAt(link), pauseMs);
    return () => clearTimeout(timer);
  }, [isEditing, link]);

  /** False for text without a link. */
  function place(text: string): boolean {
    const found = rules.find(text);
    if (found.length === 0) return false;
    links.place(position, found);
    setEditing(false);
    return true;
  }

  return {
    /** Null while the link is being typed. */
    opens: mayJudge ? opens : null,
    isChip: isUsable && !isEditing,
    /** The buyer must change the link, or choose to use it. */
    blocksCheckout: refusal !== null || (opens !== null && !isUsable),
    /** The kind of a link that may be used anyway. */
    advice: mayJudge && opens !== null && noPost === null && !isUsable ? opens.kind : null,
    /** The sentence of the violated rule. */
    findViolation: ({ noPost: sentences, help }: LinkFieldTexts): string | null => {
      if (rules.explain) return mayJudge ? refusal : null;
      if (noPost !== null) return mayJudge ? sentences[noPost] : null;
      return hasAllowedPrefix(plain) || (isEditing && isBeginning(link)) ? null : help;
    },
    place,
    change: (value: string) => {
      const isTyped = insertedLength(link, value) < typedAtOnce;
      if (!isTyped && place(value)) return;
      setEditing(isTyped);
      links.change(position, value);
    },
    open: () => setEditing(true),
    /** A field that stays open keeps its height. */
    leave: (isOpen = false) => {
      if (isEditing && !place(link)) setEditing(false);
      if (isOpen) setEditing(isEditing);
    },
    edit: () => {
      setEditing(true);
      input.current?.focus();
      input.current?.select();
    },
  };
}

/** The number of characters that one input event put in. */
function insertedLength(before: string, after: string): number {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.length - start - end;
}

/** True for text that is not wrong yet, such as "https://www.inst". */
function isBeginning(text: string): boolean {
  const typed = text.trim().toLowerCase();
  return allowedPrefixes.some((prefix) => prefix.startsWith(typed));
}
