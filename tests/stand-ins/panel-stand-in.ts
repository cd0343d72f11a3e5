// Test helper: a fake panel with recorded responses and failures. Its orders make no progress.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import {
  createPanelProvider,
  type PanelOptions,
} from '../../server/modules/providers/kinds/panel-v2/panel-provider.ts';
import type { LiveStatus, PlaceRequest, RefusalReason } from '../../server/modules/providers/provider.ts';
import type { ProviderStandIn, ProviderTrouble } from '../conformance/provider-stand-in.conformance.ts';
import { holdTimeouts, passTimeouts } from '../support/client-timeouts.ts';
import { listen, recordingLog } from './fake-server.ts';

export const apiKey = 'f3a9+c0ffee/77aa == key';
export const likesRequest: PlaceRequest = {
  serviceId: '7',
  link: 'https://www.instagram.com/p/Cx1aB9/',
  quantity: 250,
};

export type PanelStandIn = ProviderStandIn & {
  port: number;
  forms: URLSearchParams[];
  requests: IncomingMessage[];
  /** Returns this text to every later call, labeled as HTML like many panels' JSON. */
  answerWith(text: string, status?: number): void;
  /** Every call from now on gets the response of the test. */
  answerWhere(of: (form: URLSearchParams) => object): void;
  /** Another client of the same fake panel. */
  client(options: Partial<PanelOptions>): ProviderStandIn['subject'];
};

export async function startPanelStandIn(): Promise<PanelStandIn> {
  const forms: URLSearchParams[] = [];
  const requests: IncomingMessage[] = [];
  const held = new Map<string, object>();
  const lines: string[] = [];
  let isNextLate = false;
  let answerLate: (() => void) | null = null;
  let answer: ((response: ServerResponse, form: URLSearchParams) => void) | null = null;

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    forms.push(form);
    requests.push(request);
    if (answer) return answer(response, form);
    const body = JSON.stringify(goodAnswer(form, held));
    const send = () => text(response, 200, body);
    if (isNextLate) {
      isNextLate = false;
      answerLate = send;
      return;
    }
    if (answerLate) response.once('finish', answerLate);
    answerLate = null;
    send();
  });
  const { url, port, stop } = await listen(server);

  const client = (options: Partial<PanelOptions>) =>
    createPanelProvider({
      apiUrl: `${url}/api/v2`,
      apiKey,
      allowLoopback: true,
      log: recordingLog(lines),
      ...options,
    });

  return {
    subject: client({}),
    client,
    port,
    forms,
    requests,
    meet: (trouble) => {
      if (trouble === 'slow_answer') holdTimeouts();
      answer = misbehaviours[trouble];
    },
    refuse: (reason) => {
      answer = (response) => text(response, 200, JSON.stringify({ error: recordedErrors[reason] }));
    },
    answerWith: (body, status = 200) => {
      answer = (response) => text(response, status, body);
    },
    answerWhere: (of) => {
      answer = (response, form) => text(response, 200, JSON.stringify(of(form)));
    },
    hold: (providerOrderId, live) => held.set(providerOrderId, wireOf(live)),
    holdCounts: (providerOrderId, { remains, startCount }) =>
      held.set(providerOrderId, { status: 'In progress', charge: '0.27819', remains, start_count: startCount }),
    overtakeNext: () => {
      isNextLate = true;
    },
    placed: () => forms.filter((form) => form.get('action') === 'add').map(placeRequest),
    callCount: () => forms.length,
    hangUp: stop,
    logged: () => lines.join('\n'),
    secrets: [apiKey, encodeURIComponent(apiKey), new URLSearchParams({ key: apiKey }).toString()],
    stop,
  };
}

const recordedErrors: Record<RefusalReason, string> = {
  request: 'Incorrect request',
  key: 'Invalid API key',
  service: 'neworder.error.incorrect_service_id',
  link: 'neworder.error.link',
  same_link: 'You have active order with this link. Please wait until order being completed.',
  quantity: 'Quantity less than minimal 100',
  funds: 'neworder.error.not_enough_funds',
  order: 'Incorrect order ID',
  refill: 'Refill is disabled for this service',
  rate: 'Rate limit exceeded',
  other: `Wartungsarbeiten, ${apiKey}`,
};

const misbehaviours: Record<ProviderTrouble, (response: ServerResponse, form: URLSearchParams) => void> = {
  lost_answer: (response) => response.socket?.destroy(),
  slow_answer: passTimeouts,
  reset_mid_body: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 });
    response.write('{"order": 23501', () => response.socket?.resetAndDestroy());
  },
  oversized: (response) =>
    text(response, 200, JSON.stringify({ order: 1, refill: 1, status: 'Completed', balance: 1, x: 'x'.repeat(1e6) })),
  // Some pages repeat the submitted form.
  html_page: (response, form) => text(response, 200, `<html><body>Checking your browser. ${form}</body></html>`),
  wrong_shape: (response, form) => text(response, 200, JSON.stringify({ data: { said: form.get('key') } })),
  redirect: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  server_error: (response) => text(response, 502, JSON.stringify({ order: 23501, refill: 1, status: 'Completed' })),
};

function goodAnswer(form: URLSearchParams, held: Map<string, object>): object {
  switch (form.get('action')) {
    case 'add':
      return { order: 23501 };
    case 'status': {
      const one = form.get('order');
      if (one !== null) return statusOf(one, held);
      const ids = form.get('orders')?.split(',') ?? [];
      return Object.fromEntries(ids.map((id) => [id, statusOf(id, held)]));
    }
    case 'refill': {
      const many = form.get('orders')?.split(',');
      if (!many) return { refill: '1' };
      return many.map((id) => ({ order: id, refill: held.has(id) ? 1 : { error: 'Incorrect order ID' } }));
    }
    case 'refill_status': {
      const many = form.get('refills')?.split(',');
      if (!many) return form.get('refill') === '9' ? { error: 'Incorrect refill ID' } : { status: 'Completed' };
      const of = (id: string) => (id === '9' ? { error: 'Incorrect refill ID' } : 'In progress');
      return many.map((id) => ({ refill: Number(id), status: of(id) }));
    }
    case 'cancel': {
      const many = form.get('orders')?.split(',') ?? [];
      return many.map((id) => ({ order: Number(id), cancel: held.has(id) ? 1 : { error: 'Incorrect order ID' } }));
    }
    case 'services':
      return [
        { service: 1, name: 'Likes', type: 'Default', category: 'First', rate: '0.90', min: '50', max: '10000' },
        { service: '2', name: 'Views', rate: 1.5, min: 10, max: 1000, refill: true, cancel: false, dripfeed: true },
      ];
    case 'balance':
      return { balance: '100.84292', currency: 'USD' };
    default:
      return { error: 'Incorrect request' };
  }
}

function statusOf(id: string, held: Map<string, object>): object {
  return held.get(id) ?? { error: 'Incorrect order ID' };
}

function wireOf({ status, remains, startCount, charge }: LiveStatus): object {
  return { charge, start_count: String(startCount), status, remains: String(remains), currency: 'USD' };
}

function placeRequest(form: URLSearchParams): PlaceRequest {
  const runs = form.get('runs');
  const interval = form.get('interval');
  return {
    serviceId: form.get('service') ?? '',
    link: form.get('link') ?? '',
    quantity: Number(form.get('quantity')),
    ...(runs !== null && { runs: Number(runs) }),
    ...(interval !== null && { intervalMinutes: Number(interval) }),
  };
}

function text(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}
