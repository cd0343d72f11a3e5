// The category sets the accent color of the whole document, including server-rendered parts.
import { useLayoutEffect } from 'react';
import type { Category } from '../../contract/category.ts';

export function useAccent(category: Category): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.category = category;
  }, [category]);
}
