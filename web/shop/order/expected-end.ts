// When most orders like one are complete, by the speed that the store measured. Pure.
import { type Language, languageTags } from '../../../contract/languages.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { findStage, type OrderStage } from '../../../contract/order-state.ts';

const expectable: readonly OrderStage[] = ['toSend', 'starting', 'delivering'];

/** Rounded up: it promises no more than was measured, and no minute. */
const stepMs = 10 * 60_000;

/** `withinSeconds`: 9 of 10 orders were complete by then. Null when nothing is to come, or that time has passed. */
export function expectedEndMs(order: OrderPage, withinSeconds: number | undefined, nowMs: number): number | null {
  const stage = findStage(order);
  const paid = order.events.find(({ kind }) => kind === 'paid');
  if (withinSeconds === undefined || !paid || !expectable.includes(stage)) return null;
  const endMs = Math.ceil((Date.parse(paid.at) + withinSeconds * 1_000) / stepMs) * stepMs;
  return endMs > nowMs ? endMs : null;
}

/** The time of today; of another day with its date. In the time zone of the browser. */
export function endText(lang: Language, endMs: number, nowMs: number): string {
  const end = new Date(endMs);
  const isToday = end.toDateString() === new Date(nowMs).toDateString();
  return end.toLocaleString(languageTags[lang], {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  });
}
