// What lies over the input of a link field: the chip of its link, or "Paste" while it is empty.
import { type RefObject, useEffect, useState } from 'react';
import type { OrderedLink } from '../../../contract/links/link-rule.ts';
import { isPostOrShare } from '../../../contract/pasted-links.ts';
import { linkName } from '../../../contract/post-links.ts';
import { classNames } from '../../ui/class-names.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { focusLater } from '../checkout/focus-later.ts';
import { fill } from '../texts/text.ts';
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

// Shows what the link opens, over the input. The input stays in place for the keyboard and screen readers.

type LinkChipProps = {
  texts: LinkFieldTexts;
  opens: OrderedLink;
  changeId: string;
  changeLabel: string;
  onChange: () => void;
};

function LinkChip({ texts, opens, changeId, changeLabel, onChange }: LinkChipProps) {
  const isCertain = opens.fits ?? (isPostOrShare(opens) && opens.kind !== 'share');
  return (
    <div className="pointer-events-none z-10 col-start-1 row-start-1 m-px flex flex-wrap items-center rounded-[calc(var(--radius)-1px)] bg-surface pl-1">
      {/* As narrow as its longest word, so that "Change" is beside it, or below it if there is no space. */}
      <span aria-hidden="true" className="my-1 min-w-0 grow basis-[min-content] text-sm font-semibold break-words">
        <span className="inline-block max-w-full rounded-lg bg-sunken px-2 py-1">
          <LineIcon
            path={isCertain ? moreIconPaths.check : moreIconPaths.info}
            className={classNames('mr-1 inline', isCertain ? 'text-green-ink max-[22rem]:hidden' : 'text-orange-ink')}
          />
          <span translate="no">{linkName(texts.kinds, opens)}</span>
        </span>
      </span>
      <button
        id={changeId}
        type="button"
        aria-label={changeLabel}
        onClick={onChange}
        className="pointer-events-auto ml-auto self-stretch rounded-[calc(var(--radius)-1px)] px-2 text-sm font-medium text-muted underline decoration-hairline underline-offset-4 hover:text-ink"
      >
        {texts.change}
      </button>
    </div>
  );
}
