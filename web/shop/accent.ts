// The category gives the whole document its colour, also the parts that only the server draws.
import { useLayoutEffect } from 'react';
import type { Category } from '../../contract/category.ts';

export function useAccent(category: Category): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.category = category;
  }, [category]);
}
