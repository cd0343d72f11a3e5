// What a field shows, and announces, about its link: what it opens, what was removed, and what to copy instead.

import type { OrderedKind } from '../../../contract/links/ordered-kinds.ts';
import { isPostOrShare } from '../../../contract/pasted-links.ts';
import { linkName } from '../../../contract/post-links.ts';
import { Button } from '../../ui/button.tsx';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { focusLater } from '../checkout/focus-later.ts';
import { fill } from '../texts/text.ts';
import type { LinkFieldTexts } from './link-field-texts.ts';
import { changeIdOf, type LinkFieldProps } from './link-overlay.tsx';

/** The live region stays in the page, so that screen readers announce each change of it. */
export function LinkStatus({ id, texts, links, link, field: { opens, isChip, advice } }: LinkFieldProps) {
  const removed = links.removedFrom(link);
  return (
    <div id={`${id}-status`} role="status">
      {isChip && opens ? (
        <>
          <span className="sr-only">{linkName(texts.kinds, opens)}</span>
          <p className="mt-1.5 text-sm break-words text-muted">{noteOf()}</p>
        </>
      ) : null}
      {advice ? <Warning texts={texts} kind={advice} onAccept={onAccept} /> : null}
    </div>
  );

  function onAccept(): void {
    links.accept(link);
    focusLater(changeIdOf(id));
  }

  function noteOf(): string {
    if (opens && !opens.fits && !isPostOrShare(opens)) return texts.chosen;
    if (opens?.kind === 'share') return texts.shareHint;
    if (removed.length > 0) return fill(texts.removed, { names: removed.join(', ') });
    return link.replace(/^https:\/\//, '');
  }
}

function Warning({ texts, kind, onAccept }: { texts: LinkFieldTexts; kind: OrderedKind; onAccept: () => void }) {
  const { profile, story, highlight, other } = texts;
  const advice = { profile, story, highlight }[kind as string] ?? other;
  return (
    <div className="arrive mt-2 rounded-card bg-orange-soft px-3.5 py-3 text-sm">
      <p className="flex items-center gap-1.5 font-semibold text-orange-ink">
        <LineIcon path={moreIconPaths.info} />
        <span>{texts.hint}</span>
      </p>
      <p className="mt-1">{advice}</p>
      <Button className="mt-2.5 min-h-11" size="sm" onClick={onAccept}>
        {texts.useAnyway}
      </Button>
    </div>
  );
}
