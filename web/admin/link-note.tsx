// What a link of an order opens, where that is not the link of a post.

import { describeNonPost } from '../../contract/pasted-links.ts';
import { linkName } from '../../contract/post-links.ts';
import { useTexts } from './texts/shown-texts.ts';

export function LinkNote({ link }: { link: string }) {
  const { links } = useTexts();
  const opens = describeNonPost(link, true);
  if (opens === null) return null;
  return (
    <span className="flex flex-wrap gap-x-1.5 text-xs text-muted">
      <b translate="no" className="font-semibold">
        {linkName(links.kinds, opens)}
      </b>
      {opens.kind === 'share' ? null : <span>{links.chosen}</span>}
    </span>
  );
}
