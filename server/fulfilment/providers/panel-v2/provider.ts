// The adapter to the de-facto "panel API v2": what is asked for each act, and what its answer means.
// Repeats nothing by itself; keeps nothing of an order.
import { systemClock } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import { OutsideError } from '../../../ports/outside.ts';
import { type Breaker, createBreaker } from '../../breaker.ts';
import type {
  PlaceOutcome,
  PlaceRequest,
  Provider,
  RefillOutcome,
  RefusalReason,
  StatusAnswer,
} from '../../provider.ts';
import { type Resolve, resolveByDns } from './addresses.ts';
import { createPanelClient, type PanelAnswer } from './client.ts';
import { batchAnswers, decimalText, errorTextIn, idText, refusalReason, statusAnswer } from './map.ts';
import { wireBalance, wirePlaced, wireRefill } from './wire-types.ts';

export type PanelOptions = {
  apiUrl: string;
  apiKey: string;
  timeoutMs?: number;
  /** Sandbox mode: loopback addresses, also by plain http. */
  allowLoopback: boolean;
  /** Handed in where it outlives the settings, or is shown to an admin. */
  breaker?: Breaker;
  log: Log;
  /** How names become addresses. */
  resolve?: Resolve;
};

const maxBatchSize = 100;

export function createPanelProvider(options: PanelOptions): Provider {
  const client = createPanelClient({
    ...options,
    timeoutMs: options.timeoutMs ?? 10_000,
    breaker: options.breaker ?? createBreaker({ clock: systemClock }),
    resolve: options.resolve ?? resolveByDns,
  });
  const { sayable } = client;

  async function place(request: PlaceRequest): Promise<PlaceOutcome> {
    const answer = await client.call('add', {
      service: request.serviceId,
      link: request.link,
      quantity: String(request.quantity),
      ...(request.runs !== undefined && { runs: String(request.runs) }),
      ...(request.intervalMinutes !== undefined && { interval: String(request.intervalMinutes) }),
    });
    if (answer.outcome === 'refused') {
      const { httpStatus, reason, text } = answer;
      // An error of the panel's own, or of a proxy before it: it may have happened after the order was taken (rule 1).
      if (httpStatus >= 500 && reason === 'other') return { outcome: 'unknown', text };
      return refusal(answer);
    }
    if (answer.outcome === 'not_sent') return { outcome: 'unreachable', text: answer.text };
    if (answer.outcome === 'lost') return { outcome: 'unknown', text: answer.text };

    const providerOrderId = idText(wirePlaced.safeParse(answer.json).data?.order);
    const isSuccess = answer.httpStatus >= 200 && answer.httpStatus < 300;
    if (providerOrderId !== null && isSuccess) return { outcome: 'placed', providerOrderId };
    // Said with what came, so that a person who settles it sees an id that stands in an odd place.
    return { outcome: 'unknown', text: answer.said };
  }

  async function statuses(providerOrderIds: readonly string[]): Promise<Map<string, StatusAnswer>> {
    const ids = [...new Set(providerOrderIds)];
    const [id] = ids;
    if (id === undefined) return new Map();
    if (ids.length > maxBatchSize) throw new OutsideError('refused', `At most ${maxBatchSize} statuses at once.`);
    return ids.length === 1 ? statusOfOne(id) : statusesOfMany(ids);
  }

  async function statusOfOne(id: string): Promise<Map<string, StatusAnswer>> {
    const answer = await client.call('status', { order: id });
    // An error is about this order unless it is plainly about the call.
    if (answer.outcome === 'refused' && (answer.reason === 'order' || answer.reason === 'other')) {
      return new Map([[id, refusal(answer)]]);
    }
    const json = readJson(answer);
    const status = statusAnswer(json, sayable);
    const answers = status ? new Map([[id, status]]) : batchAnswers(json, [id], sayable);
    if (!answers) throw new OutsideError('unavailable', oddShape);
    return answers;
  }

  async function statusesOfMany(ids: readonly string[]): Promise<Map<string, StatusAnswer>> {
    const json = readJson(await client.call('status', { orders: ids.join(',') }));
    const answers = batchAnswers(json, ids, sayable);
    if (!answers) throw new OutsideError('unavailable', oddShape);
    return answers;
  }

  async function refill(providerOrderId: string): Promise<RefillOutcome> {
    const answer = await client.call('refill', { order: providerOrderId });
    if (answer.outcome === 'refused') return refusal(answer);
    if (answer.outcome === 'not_sent') throw new OutsideError('unavailable', answer.text);
    if (answer.outcome === 'lost') throw new OutsideError('unknown', answer.text);

    const first = Array.isArray(answer.json) ? answer.json[0] : answer.json;
    const told = wireRefill.safeParse(first).data?.refill;
    const error = errorTextIn(first) ?? errorTextIn(told);
    if (error !== null) return { outcome: 'refused', reason: refusalReason(error), text: sayable(error) };
    const refillId = idText(told);
    if (refillId === null && told !== true) throw new OutsideError('unknown', answer.said);
    return { outcome: 'accepted', refillId };
  }

  async function balance(): Promise<{ balance: string; currency: string }> {
    const wire = wireBalance.safeParse(readJson(await client.call('balance', {}))).data;
    const amount = decimalText(wire?.balance);
    if (amount === null) throw new OutsideError('unavailable', oddShape);
    return { balance: amount, currency: sayable(wire?.currency ?? '') };
  }

  return { place, statuses, refill, balance };
}

const oddShape = 'The provider answered in a shape that does not fit.';

/** For reads: whatever went wrong may be asked again, save a refusal that is not about the pace. */
function readJson(answer: PanelAnswer): unknown {
  if (answer.outcome === 'answered') return answer.json;
  const isFinal = answer.outcome === 'refused' && answer.reason !== 'rate';
  throw new OutsideError(isFinal ? 'refused' : 'unavailable', answer.text);
}

function refusal({ reason, text }: { reason: RefusalReason; text: string }) {
  return { outcome: 'refused', reason, text } as const;
}
