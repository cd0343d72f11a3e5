// The package picker, the hydrated part of the home page: category, quantity and price. `contract/pricing.ts` defines
// the valid quantities.
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Category } from '../../../contract/category.ts';
import { countText } from '../../../contract/count-text.ts';
import { formatUsd } from '../../../contract/money.ts';
import { pathOf } from '../../../contract/pages.ts';
import { type PriceList, priceCents } from '../../../contract/pricing.ts';
import { maxPosts } from '../../../contract/share.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LineIcon, iconPaths } from '../../ui/icon.tsx';
import { Slider } from '../../ui/slider.tsx';
import { useAccent } from '../accent.ts';
import { useHydrated } from '../hydrated.ts';
import { initialOrder, saveOrder, readOrder } from '../in-progress-order.ts';
import { fill } from '../texts/text.ts';
import { CategoryToggle } from './category-toggle.tsx';
import { CheaperHint } from './cheaper-hint.tsx';
import type { HomeIslandProps } from './home-props.ts';
import { PriceTag } from './price-tag.tsx';
import { QuantityField } from './quantity-field.tsx';
import { QuickPicks } from './quick-picks.tsx';

type Choice = { category: Category; quantity: number };

export default function HomeIsland({ lang, texts, prices }: HomeIslandProps) {
  const ready = useHydrated();
  const slider = useRef<HTMLInputElement>(null);
  const { category, quantity, leaps, keep, pick, pickCategory } = useChoice(prices);
  useAccent(category);
  const { minQuantity, maxQuantity, stepQuantity, packages } = prices.offers[category];
  const amount = formatUsd(priceCents(category, quantity, prices));
  const unit = texts.units[category];
  const count = countText(quantity, lang);
  const announcement = `${count} ${unit}, ${amount}`;
  return (
    <section
      aria-label={texts.picker}
      className="rounded-card border border-hairline bg-surface p-4 shadow-card sm:p-8 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-12 lg:p-10"
    >
      <div>
        <CategoryToggle texts={texts} category={category} disabled={!ready} onPick={pickCategory} />
        <p className="mt-4 flex flex-wrap items-baseline gap-x-2.5 sm:mt-6">
          <span
            key={leaps}
            data-testid="quantity"
            className="roll text-[clamp(2.75rem,13vw,5rem)] leading-none font-extrabold tracking-tight tabular-nums"
          >
            {count}
          </span>
          <span className="text-xl font-semibold text-muted sm:text-2xl">{unit}</span>
        </p>
      </div>
      <PriceTag lang={lang} texts={texts} category={category} quantity={quantity} prices={prices} leaps={leaps} />
      <div className="mt-5 sm:mt-7">
        <QuickPicks
          lang={lang}
          texts={texts}
          category={category}
          quantity={quantity}
          prices={prices}
          disabled={!ready}
          onPick={(next) => pick(next, 'leap')}
        />
        <Slider
          ref={slider}
          className="mt-2"
          aria-label={fill(texts.slider, { unit })}
          aria-valuetext={announcement}
          value={quantity}
          min={minQuantity}
          max={maxQuantity}
          step={stepQuantity}
          disabled={!ready}
          onValue={(next) => pick(next, 'slide')}
          onKeyDown={(event) => leapByPage(event, packages, quantity, (next) => pick(next, 'leap'))}
        />
        <div aria-hidden="true" className="-mt-1 flex justify-between text-xs text-muted tabular-nums">
          <span>{countText(minQuantity, lang)}</span>
          <span>{countText(maxQuantity, lang)}</span>
        </div>
        <CheaperHint
          lang={lang}
          texts={texts}
          category={category}
          quantity={quantity}
          prices={prices}
          onTake={(next) => {
            pick(next, 'leap');
            // The pressed button is removed, so the focus moves to the slider.
            slider.current?.focus();
          }}
        />
      </div>
      <div className="mt-5 flex flex-col gap-3 lg:mt-7 lg:justify-end">
        <QuantityField
          lang={lang}
          texts={texts}
          category={category}
          quantity={quantity}
          prices={prices}
          disabled={!ready}
          onQuantity={(next) => pick(next, 'leap')}
        />
        <LinkButton href={pathOf('checkout', lang)} onClick={keep} variant="primary" size="lg" wide>
          {texts.proceed}
          <LineIcon path={iconPaths.arrowRight} />
        </LinkButton>
        <p className="text-center text-sm text-muted">{fill(texts.share, { posts: maxPosts })}</p>
      </div>
      <Announcement text={announcement} />
    </section>
  );
}

/** The selection, stored for this tab. `leaps` counts the changes that were not made with the slider. */
function useChoice(prices: PriceList) {
  const [choice, setChoice] = useState<Choice>(() => initialOrder(prices));
  const [leaps, setLeaps] = useState(0);

  useLayoutEffect(() => {
    const recall = () => setChoice(readOrder(prices));
    // A page from the back/forward cache may be older than the stored selection.
    const onShow = (event: PageTransitionEvent) => event.persisted && recall();
    recall();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [prices]);

  /** Only writes the selection: the checkout data stays unchanged. */
  function keep({ category, quantity }: Choice): void {
    saveOrder({ ...readOrder(prices), category, quantity });
  }

  function change(next: Choice, how: 'leap' | 'slide'): void {
    setChoice(next);
    keep(next);
    if (how === 'leap') setLeaps(leaps + 1);
  }

  const { category, quantity } = choice;
  return {
    category,
    quantity,
    leaps,
    keep: () => keep(choice),
    pick: (picked: number, how: 'leap' | 'slide') => change({ category, quantity: picked }, how),
    pickCategory: (picked: Category) => {
      if (picked === category) return;
      change({ category: picked, quantity: prices.offers[picked].defaultQuantity }, 'leap');
    },
  };
}

/** Page Up and Page Down move between quick picks. Arrow keys keep the native single steps. */
function leapByPage(
  event: KeyboardEvent,
  packages: readonly number[],
  quantity: number,
  leap: (quantity: number) => void,
): void {
  if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
  event.preventDefault();
  const next =
    event.key === 'PageUp' ? packages.find((one) => one > quantity) : packages.findLast((one) => one < quantity);
  if (next !== undefined) leap(next);
}

/** Announces the selection to screen readers after a short pause. */
function Announcement({ text }: { text: string }) {
  const [announcement, setAnnouncement] = useState('');
  const [first] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(text), 600);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="sr-only">
      {announcement === first ? '' : announcement}
    </p>
  );
}
