// Every public page and every state of it that a visitor can see.
import { type Language, languages } from '../../contract/pages.ts';
import type { Scene } from './scene.ts';
import { checkout } from './scenes/checkout.ts';
import { contact } from './scenes/contact.ts';
import { home } from './scenes/home.ts';
import { orders } from './scenes/orders.ts';
import { readPages } from './scenes/read-pages.ts';
import { receipts } from './scenes/receipts.ts';

export const scenes: readonly Scene[] = [...home, ...readPages, ...contact, ...checkout, ...orders, ...receipts];

export function scenesIn(lang: Language): readonly Scene[] {
  return scenes.filter((scene) => (scene.languages ?? languages).includes(lang));
}
