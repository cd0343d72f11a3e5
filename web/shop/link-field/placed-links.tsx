// What the last paste did with several links: how many it added, and how many found no place.
import { maxPosts } from '../../../contract/share.ts';
import { fill } from '../texts/text.ts';
import type { LinkFieldTexts } from './link-field-texts.ts';
import type { Links } from './use-links.ts';

type PlacedLinksProps = Links['last'] & { texts: LinkFieldTexts };

export function PlacedLinks({ texts, filled, leftOut }: PlacedLinksProps) {
  return (
    <div role="status" className={leftOut > 0 ? 'text-sm font-medium text-orange-ink' : 'sr-only'}>
      {`${leftOut > 0 ? fill(texts.leftOut, { max: maxPosts, count: leftOut }) : ''}${leftOut === 0 && filled > 1 ? fill(texts.filled, { count: filled }) : ''}`}
    </div>
  );
}
