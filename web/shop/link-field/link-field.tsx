// One field for the link of a post. It finds the link in pasted text, rewrites it, and shows what it opens as a chip.
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { describeLink, findLinks, isPostOrShare, rewriteLink } from '../../../contract/pasted-links.ts';
import { allowedPrefixes, hasAllowedPrefix } from '../../../contract/post-links.ts';
import { classNames } from '../../ui/class-names.ts';
import { FieldHelp } from '../../ui/field-help.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { focusLater } from '../checkout/focus-later.ts';
import { fill } from '../texts/text.ts';
import { LinkChip } from './link-chip.tsx';
import type { LinkFieldTexts } from './link-field-texts.ts';
import { LinkStatus } from './link-status.tsx';
import { PasteButton } from './paste-button.tsx';
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
  onLeave: (link: string) => void;
  /** Rendered after the field, on the same line. */
  action?: ReactNode;
};

/** More characters in one input event are a paste, the browser's completion, or the clipboard row of a phone. */
const typedAtOnce = 8;
/** A pause of this length ends a thought: what was typed so far may be judged. */
const pauseMs = 800;

export function LinkField({ id, label, texts, links, position, link, error, onLeave, action }: LinkFieldProps) {
  const [isEditing, setEditing] = useState(false);
  const [pausedAt, setPausedAt] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const changeId = `${id}-change`;
  const opens = describeLink(link);
  const isUsable = opens !== null && (isPostOrShare(opens) || links.isAccepted(link));
  const isChip = isUsable && !isEditing;
  const isWrong = !hasAllowedPrefix(rewriteLink(link)) && !(isEditing && isBeginning(link));
  const isInvalid = isWrong || error !== null;
  const isJudged = !isEditing || pausedAt === link;

  useEffect(() => {
    if (!isEditing) return undefined;
    const timer = setTimeout(() => setPausedAt(link), pauseMs);
    return () => clearTimeout(timer);
  }, [isEditing, link]);

  /** False for text without a link. */
  function place(text: string): boolean {
    const found = findLinks(text);
    if (found.length === 0) return false;
    links.place(position, found);
    setEditing(false);
    return true;
  }

  function onChange({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>): void {
    const isTyped = insertedLength(link, value) < typedAtOnce;
    if (!isTyped && place(value)) return;
    setEditing(isTyped);
    links.change(position, value);
  }

  function onPaste(event: ClipboardEvent): void {
    // Before the browser removes the line breaks between several links.
    if (place(event.clipboardData.getData('text'))) event.preventDefault();
  }

  function onBlur({ relatedTarget }: FocusEvent): void {
    // A click on the submit button must not miss it because the field changes its height.
    const isSubmit = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit';
    if (isEditing && !place(link)) setEditing(false);
    if (isSubmit) setEditing(isEditing);
    else onLeave(link);
  }

  function edit(): void {
    setEditing(true);
    input.current?.focus();
    input.current?.select();
  }

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <div className="relative min-w-0 grow">
          <input
            ref={input}
            id={id}
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            placeholder="https://www.instagram.com/p/..."
            value={link}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isChip && error === null ? `${id}-status` : `${id}-help ${id}-status`}
            onChange={onChange}
            onPaste={onPaste}
            onBlur={onBlur}
            onClick={() => setEditing(true)}
            className={classNames(inputClassName, isInvalid ? 'border-bad' : 'border-edge hover:border-ink')}
          />
          {isChip ? (
            <LinkChip
              texts={texts}
              opens={opens}
              changeId={changeId}
              changeLabel={fill(texts.changeAt, { label })}
              onChange={edit}
            />
          ) : null}
          {link === '' ? (
            <PasteButton
              texts={texts}
              label={fill(texts.pasteAt, { label })}
              onText={(text) => {
                if (place(text)) focusLater(changeId);
                else links.change(position, text.trim());
              }}
              onNothing={() => input.current?.focus()}
            />
          ) : null}
        </div>
        {action}
      </div>
      {isChip && error === null ? null : (
        <FieldHelp id={`${id}-help`} isError={isInvalid}>
          {error ?? texts.help}
        </FieldHelp>
      )}
      <LinkStatus
        id={`${id}-status`}
        texts={texts}
        opens={isJudged ? opens : null}
        isChip={isChip}
        link={link}
        removed={links.removedFrom(link)}
        onAccept={() => {
          links.accept(link);
          focusLater(changeId);
        }}
      />
    </div>
  );
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
