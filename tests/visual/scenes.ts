// Every public page and every state of it that a visitor can see, and the admin area behind them.
import { type Language, languages } from '../../contract/languages.ts';
import type { Scene } from './scene.ts';
import { adminScenes } from './scenes/admin/scenes.ts';
import { checkout } from './scenes/checkout.ts';
import { contact } from './scenes/contact.ts';
import { home } from './scenes/home.ts';
import { orderPages } from './scenes/order-page.ts';
import { orders } from './scenes/orders.ts';
import { readPages } from './scenes/read-pages.ts';
import { receipts } from './scenes/receipts.ts';

const publicScenes: readonly Scene[] = [
  ...home,
  ...readPages,
  ...contact,
  ...checkout,
  ...orders,
  ...orderPages,
  ...receipts,
];

export const scenes: readonly Scene[] = [...publicScenes, ...adminScenes];

export function publicScenesIn(lang: Language): readonly Scene[] {
  return publicScenes.filter((scene) => (scene.languages ?? languages).includes(lang));
}
