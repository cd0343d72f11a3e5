// Maps responses to the port: faults, and responses about several IDs in their three shapes.
import { wordsOf } from '../../../../../contract/sentences.ts';
import { storeMessage } from '../../../../../contract/store-messages.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import type { RefusalReason } from '../../provider.ts';
import type { PanelAnswer } from './panel-client.ts';
import { errorTextIn, idText, type Redact, refusalReason } from './panel-map.ts';
import { wireEntry } from './panel-wire-types.ts';

export const oddShape = storeMessage('provider_answer_unknown');

/** For reads: every failure is safe to repeat, except a refusal other than a rate limit. */
export function readJson(answer: PanelAnswer): unknown {
  if (answer.outcome === 'answered') return answer.json;
  const isFinal = answer.outcome === 'refused' && answer.reason !== 'rate';
  throw new ExternalError(isFinal ? 'refused' : 'unavailable', wordsOf(answer));
}

/** For requests about several orders: after a lost response they may have been accepted. */
export function requestedJson(answer: PanelAnswer): unknown {
  if (answer.outcome === 'answered') return answer.json;
  const fault = { refused: 'refused', not_sent: 'unavailable', lost: 'unknown' } as const;
  throw new ExternalError(fault[answer.outcome], wordsOf(answer));
}

export function refusal({ reason, text }: { reason: RefusalReason; text: string }) {
  return { outcome: 'refused', reason, text } as const;
}

/**
 * Entries by ID, from a list with IDs, an object keyed by ID, or the single entry for one ID. Missing IDs are absent.
 */
export function entriesById(json: unknown, ids: readonly string[], idName: 'order' | 'refill'): Map<string, unknown> {
  const [only] = ids.length === 1 ? ids : [];
  if (Array.isArray(json)) {
    const named = json.flatMap((entry) => {
      const id = idText(wireEntry.safeParse(entry).data?.[idName]) ?? (json.length === 1 ? only : undefined);
      return id !== undefined && ids.includes(id) ? [[id, entry] as const] : [];
    });
    return new Map(named);
  }
  if (typeof json !== 'object' || json === null) return new Map();
  const keyed = Object.entries(json).filter(([id]) => ids.includes(id));
  if (keyed.length === 0 && only !== undefined) return new Map([[only, json]]);
  return new Map(keyed);
}

/** The refusal in an entry or in its value; null without one. */
export function refusalIn(entry: unknown, value: unknown, redact: Redact) {
  const error = errorTextIn(entry) ?? errorTextIn(value);
  return error === null ? null : refusal({ reason: refusalReason(error), text: redact(error) });
}
