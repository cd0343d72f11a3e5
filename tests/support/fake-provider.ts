// A fake provider that records every `add` and which ones it accepted. The test chooses its answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * place: taken and told. lose: taken, and the answer lost. rate, link, ...: refused in so many words. break: an error page, not
 * taken. hang: taken, and answered so late that nobody listens. gone: nothing of it arrived.
 */
export type PanelMood = 'place' | 'lose' | 'break' | 'hang' | 'gone' | keyof typeof refusals;
const refusals = {
  rate: 'Too many requests',
  link: 'Bad link',
  funds: 'Not enough funds on balance',
  service: 'Incorrect service ID',
  order: 'Incorrect order ID',
  same_link: 'You have active order with this link. Please wait until order being completed.',
  odd: 'Ogiltig begäran',
  hidden: 'This post is private or was deleted',
} as const;

export type PanelAdd = {
  service: string;
  link: string;
  quantity: number;
  mood: PanelMood;
  atMs: number;
  order: string | null;
};

export type CountingPanel = {
  url: string;
  /** The environment of a store that sends to this panel. */
  settings: Record<string, string>;
  adds: PanelAdd[];
  statusCalls(): number;
  /** What is said of an order; null leaves it out. */
  respond(of: (id: string) => object | null): void;
  close(): Promise<void>;
};

export type PanelOptions = {
  mood?: (form: URLSearchParams) => PanelMood;
  /** The text of the refusal of each `add`; null: the mood decides the response. */
  refusal?: () => string | null;
  /** How a call for the status of these orders is answered. */
  statusMood?: (ids: string[]) => Promise<'place' | 'break' | 'order'>;
  delayMs?: number;
  /** The response to each `add` waits for it. */
  beforeResponse?: () => Promise<void>;
  hangMs?: number;
  firstOrder?: number;
  /** What is answered to the other actions; null is an error page. */
  others?: (action: string, form: URLSearchParams) => unknown;
};

export async function startPanel({
  mood = () => 'place',
  refusal = () => null,
  statusMood = async () => 'place',
  delayMs = 0,
  beforeResponse = async () => {},
  hangMs = 11_000,
  firstOrder = 5_000_001,
  others = () => ({ balance: '1000.00', currency: 'USD' }),
}: PanelOptions = {}): Promise<CountingPanel> {
  const adds: PanelAdd[] = [];
  let lastOrder = firstOrder - 1;
  let statusCalls = 0;
  let statusOf: (id: string) => object | null = () => ({ status: 'In progress', remains: '100' });

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    const respond = (answer: unknown) => response.end(JSON.stringify(answer));
    const breakDown = () => response.writeHead(503).end('<html>maintenance</html>');
    if (form.get('action') === 'status') {
      statusCalls += 1;
      const ids = (form.get('orders') ?? form.get('order') ?? '').split(',');
      const how = await statusMood(ids);
      if (how === 'break') return void breakDown();
      if (how === 'order') return void respond({ error: refusals.order });
      const statuses = ids.flatMap((id) => {
        const one = statusOf(id);
        return one ? [[id, one]] : [];
      });
      return void respond(form.has('orders') ? Object.fromEntries(statuses) : (statuses[0]?.[1] ?? {}));
    }
    const action = form.get('action') ?? '';
    if (action !== 'add') {
      const answer = await others(action, form);
      return void (answer === null ? breakDown() : respond(answer));
    }
    const words = refusal();
    const how = words === null ? mood(form) : 'odd';
    if (how === 'gone') return void request.socket.destroy();
    const isTaken = how === 'place' || how === 'lose' || how === 'hang';
    if (isTaken) lastOrder += 1;
    const order = isTaken ? String(lastOrder) : null;
    const [service, link] = [form.get('service') ?? '', form.get('link') ?? ''];
    const placed = { service, link, quantity: Number(form.get('quantity')) };
    adds.push({ ...placed, mood: how, atMs: Date.now(), order });
    await sleep(how === 'hang' ? hangMs : delayMs);
    await beforeResponse();
    if (how === 'lose') request.socket.destroy();
    else if (how === 'break') breakDown();
    else if (isRefusal(how)) respond({ error: words ?? refusals[how] });
    else respond({ order });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`;
  return {
    url,
    settings: {
      PROVIDER_API_URL: url,
      PROVIDER_API_KEY: 'a key of the counting panel',
      LIKES_SERVICE_ID: '1',
      VIEWS_SERVICE_ID: '2',
    },
    adds,
    statusCalls: () => statusCalls,
    respond: (of) => {
      statusOf = of;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Links that were taken more than once, and links that were asked for again after anything but a plain no. */
export function doubled(adds: readonly PanelAdd[]): string[] {
  const settled = new Set<string>();
  return adds.flatMap(({ link, mood }) => {
    const again = settled.has(link);
    if (!isRefusal(mood)) settled.add(link);
    return again ? [`${mood} again for ${link}`] : [];
  });
}

function isRefusal(mood: PanelMood): mood is keyof typeof refusals {
  return mood in refusals;
}
