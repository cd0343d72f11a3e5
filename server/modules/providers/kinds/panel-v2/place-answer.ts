// The meaning of a response to `add`: placed, refused, or unknown. Pure. Only a clear refusal without an order ID is
// one, because a failed link may be sent again (provider rules 1 and 3).
import { sentenceOf, wordsOf } from '../../../../../contract/sentences.ts';
import { storeMessage, type Words } from '../../../../../contract/store-messages.ts';
import type { PlaceOutcome } from '../../provider.ts';
import { type PanelAnswer, refusal } from './panel-client.ts';
import { idText } from './panel-map.ts';
import { wirePlaced } from './panel-wire-types.ts';

const deepestLevel = 4;
const idNames: ReadonlySet<string> = new Set(['order', 'orders', 'orderid', 'id', 'ids']);
const successNames: ReadonlySet<string> = new Set(['status', 'success', 'result', 'ok']);
const failureWords = /^(fail(ed|ure)?|errors?|reject(ed)?|refused|denied|invalid|cancell?ed|false|no|0)$/i;

export function placeOutcome(answer: PanelAnswer): PlaceOutcome {
  if (answer.outcome === 'not_sent') return { outcome: 'unreachable', text: answer.text, coded: answer.coded };
  const json = 'json' in answer ? answer.json : undefined;
  const id = possibleOrderId(json);
  if (answer.outcome === 'refused') {
    if (id !== null) return withId(id, storeMessage('provider_error_beside', { error: answer.text }));
    // An error of the panel or of a proxy: it may have happened after the order was accepted (provider rule 1).
    if (answer.httpStatus >= 500 && answer.reason === 'other') return { outcome: 'unknown', text: answer.text };
    return refusal(answer);
  }
  if (answer.outcome === 'answered' && isPlaced(answer.httpStatus, json)) {
    const providerOrderId = idText(wirePlaced.safeParse(json).data?.order);
    if (providerOrderId !== null) return { outcome: 'placed', providerOrderId };
  }
  // The response is cut, so an ID at its end is named first.
  const description = answer.outcome === 'answered' ? answer.said : answer;
  const { text, coded } = description;
  return id === null || text.includes(id) ? { outcome: 'unknown', text, coded } : withId(id, wordsOf(description));
}

function withId(id: string, answer: Words): PlaceOutcome {
  return { outcome: 'unknown', ...sentenceOf(storeMessage('provider_gave_order_id', { id, answer })) };
}

/** An order ID in its own field, without a contradiction beside it. */
export function isPlaced(httpStatus: number, json: unknown): boolean {
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  return isSuccess && idText(wirePlaced.safeParse(json).data?.order) !== null && !isFailure(json);
}

/** An order ID anywhere in a response; null without one. */
export function possibleOrderId(json: unknown, level = 0): string | null {
  if (typeof json !== 'object' || json === null || level > deepestLevel) return null;
  for (const [name, value] of Object.entries(json)) {
    const isNamed = idNames.has(name.toLowerCase().replace(/[_-]/g, ''));
    const own = isNamed ? firstId(value) : null;
    const found = own ?? possibleOrderId(value, level + 1);
    if (found !== null) return found;
  }
  return null;
}

function firstId(value: unknown): string | null {
  for (const each of Array.isArray(value) ? value : [value]) {
    const id = typeof each === 'string' || typeof each === 'number' ? idText(each) : null;
    if (id !== null) return id;
  }
  return null;
}

function isFailure(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([name, value]) => {
    if (!successNames.has(name.toLowerCase())) return false;
    return (
      value === false || ((typeof value === 'string' || typeof value === 'number') && isFailureWord(String(value)))
    );
  });
}

function isFailureWord(word: string): boolean {
  return failureWords.test(word.trim());
}
