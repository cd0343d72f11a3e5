// The category sets the accent color of the whole document, including server-rendered parts.
import { useLayoutEffect } from 'react';
import type { OrderCategory } from '../../contract/category.ts';

export function useAccent(category: OrderCategory): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.category = category;
  }, [category]);
}
