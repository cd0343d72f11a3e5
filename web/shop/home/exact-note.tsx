// Reads the exact number while it is typed, and shows below the field why the quantity is another one. Loaded once the field
// is used.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readQuantity, type TypedQuantity } from '../../../contract/number-inputs.ts';
import { countText } from '../../../contract/numbers.ts';
import type { Offer, PricedOffer } from '../../../contract/pricing.ts';
import { fill } from '../texts/text.ts';
import type { PickerProps } from './home-props.ts';

export type ExactNoteProps = PickerProps & { input: RefObject<HTMLInputElement | null>; range: string };

/** `kept`: the quantity before the typing. */
type Typing = { kept: number; isOver: boolean; read: TypedQuantity };

export default function ExactNote(props: ExactNoteProps) {
  const { input, lang, texts, category, quantity, prices, range } = props;
  const [typing, setTyping] = useState<Typing | null>(null);
  const offer = prices.offers[category] as PricedOffer;
  const shown = countText(quantity, lang);

  function read(isOver: boolean): void {
    const field = input.current;
    if (!field) return;
    const kept = typing && !typing.isOver ? typing.kept : quantity;
    // "500 likes" was copied from a page.
    const text = field.value.toLowerCase().replace((texts.units[category] as string).toLowerCase(), '');
    const next = readQuantity(text, offer, kept);
    setTyping({ kept, isOver, read: next });
    if (next.quantity !== quantity) props.onPick(next.quantity);
    if (isOver) field.value = countText(next.quantity, lang);
  }

  function undo(): void {
    if (!typing || typing.isOver) return;
    setTyping(null);
    props.onPick(typing.kept);
    if (input.current) input.current.value = countText(typing.kept, lang);
  }

  const acts = {
    type: () => read(false),
    end: () => (typing ? !typing.isOver : input.current?.value !== shown) && read(true),
    undo,
  };
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    field.addEventListener('input', () => latest.current.type(), { signal });
    field.addEventListener('blur', () => latest.current.end(), { signal });
    field.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Enter') latest.current.end();
        if (key === 'Escape') latest.current.undo();
      },
      { signal },
    );
    return () => listening.abort();
  }, [input]);

  // What was typed before this part was there.
  useEffect(() => {
    const field = input.current;
    const isTyped = field && field.value !== field.defaultValue;
    if (!isTyped) return;
    if (field.dataset.key === 'Enter' || field !== document.activeElement) latest.current.end();
    else latest.current.type();
  }, [input]);

  return (
    <small id="exact-help" role="status">
      {(typing?.read.quantity === quantity && noteFor(typing.read, offer, props)) || range}
    </small>
  );
}

function noteFor({ change }: TypedQuantity, offer: Offer, { texts, lang }: PickerProps): string | null {
  if (change === 'least') return fill(texts.least, { count: countText(offer.minQuantity, lang) });
  if (change === 'most') return fill(texts.most, { count: countText(offer.maxQuantity, lang) });
  if (change === 'step') return fill(texts.inSteps, { step: countText(offer.stepQuantity, lang) });
  return change && texts.notNumber;
}
