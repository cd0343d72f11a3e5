// How fast orders were delivered: one sentence a category. `shop.css` shows the one of the document's category.
import { type Category, categories } from '../../contract/category.ts';
import { speedSentence } from '../../contract/measured-speed.ts';
import type { PageData } from '../../contract/pages.ts';

const ofCategory: Record<Category, string> = { Likes: 'for-likes', Views: 'for-views' };

type MeasuredSpeedsProps = { data: PageData; category?: Category; className?: string };

/** `category`: only this one, on the page of an order. */
export function MeasuredSpeeds({ data: { speeds, lang }, category, className = '' }: MeasuredSpeedsProps) {
  const shown = categories.filter((each) => speeds?.[each] && (!category || category === each));
  if (shown.length === 0) return null;
  return (
    <p className={`text-sm text-muted ${className}`}>
      {shown.map((each) => (
        <span key={each} className={category ? undefined : ofCategory[each]}>
          {speeds?.[each] ? speedSentence(lang, speeds[each]) : null}
        </span>
      ))}
    </p>
  );
}
