// What the link of a field opens, drawn over its input: the input stays in place for the keyboard and screen readers.

import { isPostOrShare, type LinkDescription } from '../../../contract/pasted-links.ts';
import { linkName } from '../../../contract/post-links.ts';
import { classNames } from '../../ui/class-names.ts';
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
    <div className="pointer-events-none z-10 col-start-1 row-start-1 m-px flex flex-wrap items-center rounded-[calc(var(--radius)-1px)] bg-surface pl-1">
      {/* As narrow as its longest word: "Change" stands beside it, or below it where that does not fit. */}
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
