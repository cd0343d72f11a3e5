// One field for the link of a post. It finds the link in pasted text, rewrites it, and shows what it opens as a chip.
import { type ClipboardEvent, type FocusEvent, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { FieldHelp } from '../../ui/field-help.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import type { LinkFieldTexts } from './link-field-texts.ts';
import { LinkOverlay } from './link-overlay.tsx';
import { LinkStatus } from './link-status.tsx';
import { useLinkField } from './use-link-field.ts';
import type { Links } from './use-links.ts';

type LinkFieldProps = {
  id: string;
  label: string;
  texts: LinkFieldTexts;
  links: Links;
  position: number;
  /** The value: a link in its specified form, or what is being typed. */
  link: string;
  /** What is wrong with the link that the buyer left. */
  error: string | null;
  /** The form was sent, or the field was left, with this link. */
  isJudged: boolean;
  onLeave: (link: string) => void;
  /** Rendered after the field, on the same line. */
  action?: Elements;
};

export function LinkField({
  id,
  label,
  texts,
  links,
  position,
  link,
  error,
  isJudged,
  onLeave,
  action,
}: LinkFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const field = useLinkField({ links, position, link, input, isJudged });
  const { isChip } = field;
  const wrong = field.findViolation(texts) ?? error;
  const parts = { id, texts, links, position, link, input, field };

  function onPaste(event: ClipboardEvent): void {
    // Before the browser removes the line breaks between several links.
    if (field.place(event.clipboardData.getData('text'))) event.preventDefault();
  }

  function onBlur({ relatedTarget }: FocusEvent): void {
    // A click on the submit button must not miss it because the field changes its height.
    const isSubmit = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit';
    field.leave(isSubmit);
    if (!isSubmit) onLeave(link);
  }

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <div className="relative grid min-w-0 grow grid-cols-[minmax(0,1fr)]">
          <input
            ref={input}
            id={id}
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            placeholder={texts.example ?? 'https://www.instagram.com/p/...'}
            value={link}
            aria-invalid={wrong !== null || undefined}
            aria-describedby={isChip && error === null ? `${id}-status` : `${id}-help ${id}-status`}
            onChange={(event) => field.change(event.currentTarget.value)}
            onPaste={onPaste}
            onBlur={onBlur}
            onClick={field.open}
            className={classNames(
              inputClassName,
              'col-start-1 row-start-1',
              wrong ? 'border-bad' : 'border-edge hover:border-ink',
            )}
          />
          <LinkOverlay {...parts} label={label} />
        </div>
        {action}
      </div>
      {isChip && error === null ? null : (
        <FieldHelp id={`${id}-help`} isError={wrong !== null}>
          {wrong ?? texts.help}
        </FieldHelp>
      )}
      <LinkStatus {...parts} />
    </div>
  );
}
