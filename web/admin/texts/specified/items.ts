// The set "As specified" of action items, orders and their links.
import { items as en } from '../en.ts?items';
import type { ItemTexts } from '../texts.ts';
import { links } from './links.ts';
import { orderPage } from './order.ts';

export const specifiedItems: ItemTexts = { ...en, orderPage, links };
