// The adapter of the de-facto "panel API v2": the request of each operation and the meaning of its response. Repeats no
// request.
import { systemClock } from '../../../../platform/clock.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import { type Resolve, resolveByDns } from '../../../../safe-fetch/addresses.ts';
import { createBreaker } from '../../breaker.ts';
import type {
  Funds,
  PlaceOutcome,
  PlaceRequest,
  Provider,
  ProviderOptions,
  ServiceOffer,
  StatusAnswer,
  TriedAction,
  TriedCall,
} from '../../provider.ts';
import { createPanelClient, oddAnswer, readJson, refusal } from './panel-client.ts';
import { balanceIn, batchAnswers, serviceOffers, statusAnswer } from './panel-map.ts';
import { createPanelRequests } from './panel-requests.ts';
import { isPlaced, placeOutcome } from './place-answer.ts';

export type PanelOptions = ProviderOptions & {
  timeoutMs?: number;
  /** DNS lookup. */
  resolve?: Resolve;
};

const maxBatchSize = 100;
/** Some panels offer ten thousand services. */
const maxServicesBytes = 16_000_000;
const maxShownLength = 100_000;

export function createPanelProvider(options: PanelOptions): Provider {
  const client = createPanelClient({
    ...options,
    timeoutMs: options.timeoutMs ?? 10_000,
    breaker: options.breaker ?? createBreaker({ clock: systemClock }),
    resolve: options.resolve ?? resolveByDns,
  });
  const { redact } = client;

  async function place(request: PlaceRequest): Promise<PlaceOutcome> {
    const answer = await client.call('add', {
      service: request.serviceId,
      link: request.link,
      quantity: String(request.quantity),
      ...(request.runs !== undefined && { runs: String(request.runs) }),
      ...(request.intervalMinutes !== undefined && { interval: String(request.intervalMinutes) }),
    });
    return placeOutcome(answer);
  }

  async function statuses(providerOrderIds: readonly string[]): Promise<Map<string, StatusAnswer>> {
    const ids = [...new Set(providerOrderIds)];
    const [id] = ids;
    if (id === undefined) return new Map();
    if (ids.length > maxBatchSize) throw new ExternalError('refused', `At most ${maxBatchSize} statuses at once.`);
    return ids.length === 1 ? statusOfOne(id) : statusesOfMany(ids);
  }

  async function statusOfOne(id: string): Promise<Map<string, StatusAnswer>> {
    const answer = await client.call('status', { order: id });
    // These two reasons concern this order; any other concerns the call.
    if (answer.outcome === 'refused' && (answer.reason === 'order' || answer.reason === 'other')) {
      return new Map([[id, refusal(answer)]]);
    }
    const json = readJson(answer);
    const status = statusAnswer(json, redact);
    const answers = status ? new Map([[id, status]]) : batchAnswers(json, [id], redact);
    if (!answers) throw oddAnswer(answer);
    return answers;
  }

  async function statusesOfMany(ids: readonly string[]): Promise<Map<string, StatusAnswer>> {
    const answer = await client.call('status', { orders: ids.join(',') });
    // Some panels refuse the whole batch for one unknown ID: it is found by halving the batch.
    if (answer.outcome === 'refused' && answer.reason === 'order') {
      const half = Math.ceil(ids.length / 2);
      const [first, second] = [await statuses(ids.slice(0, half)), await statuses(ids.slice(half))];
      return new Map([...first, ...second]);
    }
    const json = readJson(answer);
    const answers = batchAnswers(json, ids, redact);
    if (!answers) throw oddAnswer(answer);
    return answers;
  }

  async function balance(): Promise<Funds> {
    const answer = await client.call('balance', {});
    const found = balanceIn(readJson(answer));
    if (!found) throw oddAnswer(answer);
    const currency = redact(found.currency);
    return found.balance === null
      ? { balance: null, text: redact(found.text), currency }
      : { balance: found.balance, currency };
  }

  async function services(): Promise<ServiceOffer[]> {
    const answer = await client.call('services', {}, maxServicesBytes);
    const offers = serviceOffers(readJson(answer), redact);
    if (!offers) throw oddAnswer(answer);
    return offers;
  }

  async function tryCall(action: TriedAction, parameters: Readonly<Record<string, string>>): Promise<TriedCall> {
    const answer = await client.call(action, { ...parameters }, action === 'services' ? maxServicesBytes : undefined);
    if (answer.outcome === 'answered') {
      const { httpStatus, json, said } = answer;
      const tried = { httpStatus, data: shownData(json) };
      return isAnswerTo(action, httpStatus, json)
        ? { ...tried, outcome: 'answered', text: '' }
        : { ...tried, outcome: 'lost', ...said };
    }
    const { outcome, text } = answer;
    const coded = 'coded' in answer ? answer.coded : undefined;
    // A refusal that includes an order ID may still be a placed order.
    if (action === 'add' && outcome === 'refused') {
      const placed = placeOutcome(answer);
      if (placed.outcome === 'unknown') {
        return {
          ...placed,
          outcome: 'lost',
          httpStatus: answer.httpStatus,
          data: shownData(answer.json),
        };
      }
    }
    return {
      outcome,
      httpStatus: 'httpStatus' in answer ? (answer.httpStatus ?? null) : null,
      data: null,
      text,
      coded,
    };
  }

  function isAnswerTo(action: TriedAction, httpStatus: number, json: unknown): boolean {
    if (httpStatus < 200 || httpStatus >= 300) return false;
    switch (action) {
      case 'balance':
        return balanceIn(json) !== null;
      case 'services':
        return serviceOffers(json, redact) !== null;
      case 'status':
        return statusAnswer(json, redact) !== null;
      case 'add':
        return isPlaced(httpStatus, json);
    }
  }

  // A catalog is cut to whole entries; any other response that is too long to show is left out.
  function shownData(json: unknown): unknown {
    const data = withoutKeyIn(json, client.withoutKey);
    if (JSON.stringify(data).length <= maxShownLength) return data;
    if (!Array.isArray(data)) return null;
    let room = maxShownLength;
    const shown = data.findIndex((entry) => {
      room -= JSON.stringify(entry).length + 1;
      return room < 0;
    });
    return data.slice(0, shown);
  }

  return { place, statuses, balance, services, tryCall, ...createPanelRequests(client, maxBatchSize) };
}

function withoutKeyIn(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') return clean(String(value)) === String(value) ? value : null;
  if (Array.isArray(value)) return value.map((part) => withoutKeyIn(part, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [clean(name), withoutKeyIn(part, clean)]));
}
