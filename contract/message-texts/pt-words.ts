// Words of Portuguese (Brazil) that several messages share.
import type { Category } from '../category.ts';

export const categoryNames: Record<Category, string> = { Likes: 'Curtidas', Views: 'Visualizações' };
