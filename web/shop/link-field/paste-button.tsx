// "Paste" inside an empty field, on touch devices whose browser lets a page read the clipboard after a tap.
import { useEffect, useState } from 'react';
import type { LinkFieldTexts } from './link-field-texts.ts';

type PasteButtonProps = {
  texts: LinkFieldTexts;
  label: string;
  onText: (text: string) => void;
  /** The clipboard is empty, or the buyer did not allow to read it. */
  onNothing: () => void;
};

export function PasteButton({ texts, label, onText, onNothing }: PasteButtonProps) {
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
