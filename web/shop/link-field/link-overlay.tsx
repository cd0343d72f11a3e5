// What lies over the input of a link field: the chip of its link, or "Paste" while it is empty.
import type { RefObject } from 'react';
import { focusLater } from '../checkout/focus-later.ts';
import { fill } from '../texts/text.ts';
import { LinkChip } from './link-chip.tsx';
import type { LinkFieldTexts } from './link-field-texts.ts';
import { PasteButton } from './paste-button.tsx';
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
