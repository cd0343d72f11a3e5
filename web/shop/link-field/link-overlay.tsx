// What lies over the input of a link field: the chip of its link, or "Paste" while it is empty.
import { type RefObject, useEffect, useState } from 'react';
import { focusLater } from '../checkout/focus-later.ts';
import { fill } from '../texts/text.ts';
import { LinkChip } from './link-chip.tsx';
import type { LinkFieldTexts } from './link-field-texts.ts';
import type { useLinkField } from './use-link-field.ts';
import type { Links } from './use-links.ts';

/** What the parts of one link field share. */
export type LinkFieldProps = {
  id: string;
  texts: LinkFieldTexts;
  links: Links;
  position: number;
  link: string;
  input: RefObject<HTMLInputElement | null>;
  field: ReturnType<typeof useLinkField>;
};

export function LinkOverlay({
  id,
  label,
  texts,
  links,
  position,
  link,
  input,
  field,
}: LinkFieldProps & { label: string }) {
  if (field.isChip && field.opens)
    return (
      <LinkChip
        texts={texts}
        opens={field.opens}
        changeId={changeIdOf(id)}
        changeLabel={fill(texts.changeAt, { label })}
        onChange={field.edit}
      />
    );
  if (link !== '') return null;
  return (
    <PasteButton
      texts={texts}
      label={fill(texts.pasteAt, { label })}
      onText={(text) => {
        if (field.place(text)) focusLater(changeIdOf(id));
        else links.change(position, text.trim());
      }}
      onNothing={() => input.current?.focus()}
    />
  );
}

export function changeIdOf(id: string): string {
  return `${id}-change`;
}

type PasteButtonProps = {
  texts: LinkFieldTexts;
  label: string;
  onText: (text: string) => void;
  /** The clipboard is empty, or the buyer did not allow to read it. */
  onNothing: () => void;
};

function PasteButton({ texts, label, onText, onNothing }: PasteButtonProps) {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => setOffered(window.matchMedia('(pointer: coarse)').matches && hasClipboard()), []);
  if (!isOffered) return null;

  async function paste(): Promise<void> {
    const text = await navigator.clipboard.readText().catch(() => '');
    if (text.trim() === '') onNothing();
    else onText(text);
  }

  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => void paste()}
      className="absolute inset-y-px right-px rounded-r-[calc(var(--radius)-1px)] border-l border-hairline bg-surface px-4 text-sm font-semibold text-ink active:bg-sunken disabled:opacity-60"
    >
      {texts.paste}
    </button>
  );
}

/** Absent on pages without https, and in some in-app browsers. */
function hasClipboard(): boolean {
  return typeof navigator.clipboard?.readText === 'function';
}
