// Refill and cancel requests, one call each, never repeated. The state of a refill is a read.
import { ExternalError } from '../../../../ports/external-error.ts';
import type { CancelOutcome, Provider, RefillOutcome, RefillStatusAnswer } from '../../provider.ts';
import {
  describeAnswer,
  entriesById,
  oddAnswer,
  type PanelClient,
  readJson,
  refusal,
  refusalIn,
  requestedJson,
} from './panel-client.ts';
import { idText } from './panel-map.ts';
import { wireCancel, wireRefill, wireStatus } from './panel-wire-types.ts';

export function createPanelRequests(
  { call, redact }: PanelClient,
  maxBatchSize: number,
): Pick<Provider, 'refill' | 'refills' | 'refillStatuses' | 'cancel'> {
  async function refill(providerOrderId: string): Promise<RefillOutcome> {
    const answer = await call('refill', { order: providerOrderId });
    if (answer.outcome === 'refused') return refusal(answer);
    const json = requestedJson(answer);
    const outcome = refillOutcome(Array.isArray(json) ? json[0] : json);
    if (!outcome) throw new ExternalError('unknown', describeAnswer(answer));
    return outcome;
  }

  function refillOutcome(entry: unknown): RefillOutcome | null {
    const value = wireRefill.safeParse(entry).data?.refill;
    const refused = refusalIn(entry, value, redact);
    if (refused) return refused;
    const refillId = idText(value);
    return refillId === null && value !== true ? null : { outcome: 'accepted', refillId };
  }

  async function refills(providerOrderIds: readonly string[]): Promise<Map<string, RefillOutcome>> {
    const ids = held(providerOrderIds);
    if (ids.length === 0) return new Map();
    const json = requestedJson(await call('refill', { orders: ids.join(',') }));
    return readEntries(entriesById(json, ids, 'order'), refillOutcome);
  }

  async function refillStatuses(refillIds: readonly string[]): Promise<Map<string, RefillStatusAnswer>> {
    const ids = held(refillIds);
    const [id] = ids;
    if (id === undefined) return new Map();
    const answer = await call('refill_status', ids.length === 1 ? { refill: id } : { refills: ids.join(',') });
    // These reasons concern this refill; any other concerns the call.
    if (
      ids.length === 1 &&
      answer.outcome === 'refused' &&
      ['refill', 'order', 'request', 'other'].includes(answer.reason)
    ) {
      return new Map([[id, refusal(answer)]]);
    }
    const json = readJson(answer);
    const answers = readEntries(entriesById(json, ids, 'refill'), refillStatus);
    if (answers.size === 0 && (ids.length === 1 || !isList(json))) throw oddAnswer(answer);
    return answers;
  }

  function refillStatus(entry: unknown): RefillStatusAnswer | null {
    // Some panels return the error of a refill in its status field.
    const value = typeof entry === 'object' && entry !== null && 'status' in entry ? entry.status : undefined;
    const refused = refusalIn(entry, value, redact);
    if (refused) return refused;
    const status = redact(String(wireStatus.safeParse(entry).data?.status ?? ''));
    return status === '' ? null : { outcome: 'known', status };
  }

  async function cancel(providerOrderIds: readonly string[]): Promise<Map<string, CancelOutcome>> {
    const ids = held(providerOrderIds);
    if (ids.length === 0) return new Map();
    const json = requestedJson(await call('cancel', { orders: ids.join(',') }));
    return readEntries(entriesById(json, ids, 'order'), (entry) => {
      const value = wireCancel.safeParse(entry).data?.cancel;
      const refused = refusalIn(entry, value, redact);
      if (refused) return refused;
      return value === true || idText(value) !== null ? { outcome: 'accepted' } : null;
    });
  }

  function held(ids: readonly string[]): string[] {
    const distinct = [...new Set(ids)];
    if (distinct.length > maxBatchSize) throw new ExternalError('refused', `At most ${maxBatchSize} at once.`);
    return distinct;
  }

  return { refill, refills, refillStatuses, cancel };
}

function readEntries<T>(entries: Map<string, unknown>, read: (entry: unknown) => T | null): Map<string, T> {
  const value = new Map<string, T>();
  for (const [id, entry] of entries) {
    const outcome = read(entry);
    if (outcome !== null) value.set(id, outcome);
  }
  return value;
}

function isList(json: unknown): boolean {
  return typeof json === 'object' && json !== null;
}
