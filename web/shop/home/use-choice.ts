// The category and quantity of the picker, stored for this tab. Each category remembers its own quantity.
import { useLayoutEffect, useState } from 'react';
import type { OrderCategory } from '../../../contract/category.ts';
import type { PagePrices } from '../../../contract/pricing.ts';
import { initialOrder, quantityOr, readOrder, saveOrder } from '../in-progress-order.ts';

type Choice = { category: OrderCategory; quantity: number };

/** `changes` counts what the buyer changed since the page was shown. */
export function useChoice(prices: PagePrices) {
  const [choice, setChoice] = useState<Choice>(() => initialOrder(prices));
  const [changes, setChanges] = useState(0);

  useLayoutEffect(() => {
    // Nothing is drawn again where the kept choice is the one that is shown.
    const recall = () => setChoice((shown) => (isSame(shown, readOrder(prices)) ? shown : readOrder(prices)));
    recall();
    // Hidden by `entry-recall.tsx`. The recalled choice is rendered before the next paint.
    delete document.documentElement.dataset.recall;
    // A page from the back/forward cache may be older than the stored selection.
    window.addEventListener('pageshow', recall);
    return () => window.removeEventListener('pageshow', recall);
  }, [prices]);

  /** Only writes the selection: the checkout data stays unchanged. */
  function keep({ category, quantity }: Choice): void {
    const order = readOrder(prices);
    saveOrder({ ...order, category, quantity, quantities: { ...order.quantities, [category]: quantity } });
  }

  function change(next: Choice): void {
    setChoice(next);
    setChanges(changes + 1);
    keep(next);
  }

  const { category, quantity } = choice;
  return {
    category,
    quantity,
    changes,
    keep: () => keep(choice),
    pick: (picked: number) => change({ category, quantity: picked }),
    pickCategory: (picked: OrderCategory) => {
      if (picked === category) return;
      keep(choice);
      const remembered = readOrder(prices).quantities?.[picked];
      change({ category: picked, quantity: quantityOr(remembered, picked, prices) });
    },
  };
}

function isSame(one: Choice, other: Choice): boolean {
  return one.category === other.category && one.quantity === other.quantity;
}
