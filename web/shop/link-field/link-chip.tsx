// What the link of a field opens, drawn over its input: the input stays in place for the keyboard and screen readers.
import { isPostOrShare, type LinkDescription } from '../../../contract/pasted-links.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import type { LinkFieldTexts } from './link-field-texts.ts';

type LinkChipProps = {
  texts: LinkFieldTexts;
  opens: LinkDescription;
  changeId: string;
  changeLabel: string;
  onChange: () => void;
};

export function LinkChip({ texts, opens, changeId, changeLabel, onChange }: LinkChipProps) {
  const isCertain = isPostOrShare(opens) && opens.kind !== 'share';
  return (
    <div className="pointer-events-none absolute inset-px flex items-center rounded-[calc(var(--radius)-1px)] bg-surface pl-1.5">
      <span
        aria-hidden="true"
        className="flex min-w-0 items-center gap-1.5 rounded-lg bg-sunken px-2 py-1 text-sm font-semibold"
      >
        <LineIcon
          path={isCertain ? moreIconPaths.check : moreIconPaths.info}
          className={isCertain ? 'text-green-ink' : 'text-orange-ink'}
        />
        <span className="truncate">{chipText(texts, opens)}</span>
      </span>
      <button
        id={changeId}
        type="button"
        aria-label={changeLabel}
        onClick={onChange}
        className="pointer-events-auto ml-auto self-stretch rounded-[calc(var(--radius)-1px)] px-3 text-sm font-medium text-muted underline decoration-hairline underline-offset-4 hover:text-ink"
      >
        {texts.change}
      </button>
    </div>
  );
}

/** "Reel · C8xAbCdEfGh". */
export function chipText({ kinds }: LinkFieldTexts, { kind, name }: LinkDescription): string {
  return name === '' ? kinds[kind] : `${kinds[kind]} · ${name}`;
}
