// The hydrated part of the home page: the drawn post with its link, and the package picker. `contract/pricing.ts` defines
// the valid quantities.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Category, OrderCategory } from '../../../contract/category.ts';
import { formatUsd } from '../../../contract/money.ts';
import { nextTier } from '../../../contract/next-tier.ts';
import { countText } from '../../../contract/numbers.ts';
import { pathOf } from '../../../contract/pages.ts';
import {
  discountPercent,
  type PagePrices,
  type PricedOffer,
  priceCents,
  snapToGrid,
} from '../../../contract/pricing.ts';
import { iconPaths, LineIcon } from '../../ui/icon.tsx';
import { Slider } from '../../ui/slider.tsx';
import { useAccent } from '../accent.ts';
import { useHydrated } from '../hydrated.ts';
import { fill } from '../texts/text.ts';
import type { HomeIslandProps, PickerProps } from './home-props.ts';
import { Packages } from './packages.tsx';
import { Post } from './post.tsx';
import { TrackMarks } from './track-marks.tsx';
import { useChoice } from './use-choice.ts';

export default function HomeIsland({ lang, texts, prices, paused }: HomeIslandProps) {
  const hydrated = useHydrated();
  const slider = useRef<HTMLInputElement>(null);
  const { category, quantity, changes, keep, pick, pickCategory } = useChoice(prices);
  useAccent(category);
  const offer = prices.offers[category] as PricedOffer;
  const { minQuantity, maxQuantity, packages } = offer;
  const stops = [...new Set([minQuantity, ...packages, maxQuantity])];
  const banner = paused?.[category];
  const ready = hydrated && !banner;
  const unit = texts.units[category] as string;
  const announcement = `${countText(quantity, lang)} ${unit}, ${formatUsd(priceCents(category, quantity, prices), lang)}`;
  const picked: PickerProps = { lang, texts, prices, category, quantity, ready, onPick: pick };
  return (
    <>
      <Post {...picked} ready={hydrated} changes={changes} />
      <section aria-label={texts.picker} className="pick">
        {!prices.offer && (
          <CategoryToggle
            texts={texts}
            prices={prices}
            category={category}
            disabled={!hydrated}
            onPick={pickCategory}
          />
        )}
        {banner && <p className="notice">{banner}</p>}
        <Packages {...picked} />
        <div className="slide" translate="no">
          <Slider
            ref={slider}
            aria-label={fill(texts.slider, { unit })}
            aria-valuetext={announcement}
            value={quantity}
            min={minQuantity}
            max={maxQuantity}
            stops={stops}
            step={offer.stepQuantity}
            disabled={!ready}
            onValue={(value) => pick(snapToGrid(value, offer))}
            onKeyDown={(event) => leapByPage(event, packages, quantity, pick)}
          />
          <TrackMarks {...picked} stops={stops} />
        </div>
        {!banner && (
          <CheaperHint
            {...picked}
            onPick={(next) => {
              pick(next);
              // The pressed button is removed, so the focus moves to the slider.
              slider.current?.focus();
            }}
          />
        )}
        <div className="go">
          <PriceTag {...picked} />
          <a inert={!!banner} href={prices.offer?.checkout ?? pathOf('checkout', lang)} onClick={keep}>
            <span>{texts.proceed}</span>
            <LineIcon path={iconPaths.arrowRight} />
          </a>
        </div>
        <Announcement text={changes > 0 ? (banner ?? announcement) : ''} />
      </section>
    </>
  );
}

/** Page Up and Page Down move between packages. Arrow keys keep the native single steps. */
function leapByPage(
  event: KeyboardEvent,
  packages: readonly number[],
  quantity: number,
  pick: (quantity: number) => void,
): void {
  if (!/^Page/.test(event.key)) return;
  event.preventDefault();
  const next =
    event.key === 'PageUp' ? packages.find((one) => one > quantity) : packages.findLast((one) => one < quantity);
  if (next) pick(next);
}

/** Announces the selection to screen readers after a short pause. */
function Announcement({ text }: { text: string }) {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(text), 600);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

type ToggleProps = {
  texts: HomeIslandProps['texts'];
  prices: PagePrices;
  category: OrderCategory;
  disabled: boolean;
  onPick: (category: Category) => void;
};

function CategoryToggle({ texts, prices, category, disabled, onPick }: ToggleProps) {
  return (
    <fieldset disabled={disabled} className="toggle">
      <legend className="sr-only">{texts.what}</legend>
      {(Object.keys(prices.offers) as Category[]).map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="category"
            value={one}
            checked={one === category}
            onChange={() => onPick(one)}
            className="sr-only"
          />
          <LineIcon path={iconPaths[one]} />
          <span>{texts.names[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Suggests a cheaper quantity, and never changes the selection automatically. */
function CheaperHint({ lang, texts, category, quantity, prices, onPick }: PickerProps) {
  const unit = texts.units[category] as string;
  const next = nextTier(category, quantity, prices);
  if (!next) return <p className="hint">{texts.lastTier}</p>;
  const count = countText(next.quantity, lang);
  if (next.moreCents > 0) return <p className="hint">{fill(texts.nextTier, { percent: next.percent, count, unit })}</p>;
  const text = next.moreCents === 0 ? texts.costSame : texts.costLess;
  return (
    <div className="hint">
      <p>{fill(text, { count, unit, price: formatUsd(next.amountCents, lang) })}</p>
      <button type="button" onClick={() => onPick(next.quantity)}>
        {fill(texts.take, { count })}
      </button>
    </div>
  );
}

// The total: price and quantity; with a discount also the undiscounted price and the saving.

function PriceTag({ lang, texts, category, quantity, prices }: PickerProps) {
  const amountCents = priceCents(category, quantity, prices);
  const fullCents = priceCents(category, quantity, prices, 100);
  const percent = discountPercent(category, quantity, prices);
  return (
    <div className="total">
      <p>
        <span className="sr-only">{`${texts.price} `}</span>
        <b data-testid="price" translate="no">
          {formatUsd(amountCents, lang)}
        </b>
        {percent > 0 && (
          <>
            <span className="sr-only">{` ${texts.insteadOf} `}</span>
            <s data-testid="struck-price" translate="no">
              {formatUsd(fullCents, lang)}
            </s>
          </>
        )}
      </p>
      <p>
        <span data-testid="quantity" translate="no">
          {countText(quantity, lang)}
        </span>
        <span>{` ${texts.units[category]}`}</span>
      </p>
      {percent > 0 && (
        <p data-testid="discount">
          <b>{fill(texts.off, { percent })}</b>
          <span>{fill(texts.save, { amount: formatUsd(fullCents - amountCents, lang) })}</span>
        </p>
      )}
    </div>
  );
}
