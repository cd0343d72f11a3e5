// How fast orders were delivered: one sentence a category. `shop.css` shows the one of the document's category.
import { categories } from '../../contract/category.ts';
import { speedSentence } from '../../contract/measured-speed.ts';
import type { PageData } from '../../contract/pages.ts';

const ofCategory: Record<string, string> = { Likes: 'for-likes', Views: 'for-views' };

type MeasuredSpeedsProps = { data: PageData; offer?: string; className?: string };

/** `offer`: only this one by its `offerKey()`, on the page of an order. */
export function MeasuredSpeeds({ data: { speeds, lang }, offer, className = '' }: MeasuredSpeedsProps) {
  const shown = (offer ? [offer] : categories).filter((each) => speeds?.[each]);
  if (shown.length === 0) return null;
  return (
    <p className={`text-sm text-muted ${className}`}>
      {shown.map((each) => (
        <span key={each} className={offer ? undefined : ofCategory[each]}>
          {speeds?.[each] ? speedSentence(lang, speeds[each]) : null}
        </span>
      ))}
    </p>
  );
}
