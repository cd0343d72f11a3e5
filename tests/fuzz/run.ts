// A run of hostile requests against one store: several at once, each judged; the admin signs in again when one of them
// ended the session.
import { createHmac } from 'node:crypto';
import { apiScopes } from '../../contract/api-access.ts';
import type { Log } from '../../server/observability/log.ts';
import { derivedSecret } from '../../server/platform/secrets.ts';
import { paidOrder, placeOrder } from '../support/orders.ts';
import { type SettingsInput, settingsInputOf } from '../support/settings-steps.ts';
import { startMailServer } from '../support/smtp-server.ts';
import { jwtSecret, owner, startStore, type TestStore } from '../support/store.ts';
import { type Callers, createCallers, restoreOwner } from './callers.ts';
import { type Codes, createCodes } from './codes.ts';
import type { FuzzRequest } from './fuzz.ts';
import { createFitting } from './generate.ts';
import { createKnown, type Known, type ProviderInput, type Sent } from './known.ts';
import type { Tokens } from './mutate.ts';
import { requestOf } from './requests.ts';
import { createSlowLines, type SlowLines } from './slow-lines.ts';
import { faultsOfCaps, liftCaps, lowCaps } from './spending.ts';
import { faultsOf, textOf } from './verdict.ts';
import { type Answer, type Outcome, openWire, type Wire } from './wire.ts';

/** So often jobs run, and the run learns what there is. */
const learnEvery = 400;
const mostFaults = 60;

export type Run = {
  store: TestStore;
  /** The calls that were answered with what they are for. */
  answered: Set<string>;
  /** The codes of the refusals. */
  refused: Set<string>;
  slowLines: SlowLines;
  /** Requests with these numbers. Answers one line for each thing that was wrong. */
  send(from: number, to: number): Promise<string[]>;
  /** A good one. */
  adminToken(): Promise<string>;
  /** As they were before the run. */
  putSettingsBack(): Promise<unknown>;
  stop(): Promise<void>;
};

type State = {
  settings: SettingsInput;
  store: TestStore;
  known: Known;
  wire: Wire;
  password: string;
  token: string;
  /** One of the requests may revoke it. */
  key: string;
  logLines: string[];
  callers: Callers;
  codes: Codes;
  slowLines: SlowLines;
  /** The settings since the spending caps were lifted. */
  version: number;
};

/** `atOnce` requests are on their way together: more than one finds races, one alone makes the run the same each time. */
export async function startRun(seed: number, rootDir: string, atOnce: number): Promise<Run> {
  const logLines: string[] = [];
  const mail = await startMailServer();
  const env = { RATE_LIMIT_FACTOR: '1000000', TRUST_PROXY: '1', SMTP_URL: mail.url, MAIL_FROM: 'shop@example.com' };
  const store = await startStore(env, null, capturingLog(logLines), rootDir);
  const [known, wire] = [createKnown(providerOf(store.url)), openWire(store.url, atOnce)];
  const settings = settingsInputOf(await store.admin.call('GET /api/admin/store-settings', {}));
  settings.spending_caps = lowCaps;
  const scoped = { name: 'Of the run', scopes: [...apiScopes], expiresInDays: null };
  const { key } = await store.admin.call('POST /api/admin/api-keys', { body: scoped });
  const state: State = {
    settings,
    store,
    known,
    wire,
    password: owner.password,
    token: store.adminToken,
    key,
    logLines,
    callers: createCallers(store),
    codes: createCodes(mail),
    slowLines: createSlowLines(store.url),
    version: 0,
  };
  const { callers, codes, slowLines } = state;
  const [answered, refused] = [new Set<string>(), new Set<string>()];
  const fitting = createFitting();

  async function send(from: number, to: number): Promise<string[]> {
    const found: string[] = [];
    for (let number = from; number < to && found.length < mostFaults; number += atOnce) {
      if ((number - from) % learnEvery < atOnce) found.push(...(await learn(state)));
      const parts = { seed, known, fitting, tokens: tokensOf(state), callers, codes };
      const requests = Array.from({ length: Math.min(atOnce, to - number) }, (_, at) => requestOf(number + at, parts));
      const outcomes = await Promise.all(requests.map((one) => wire.send(one)));
      const areRolesMoved = requests.some(({ name }, at) => name === 'changeAdmin' && isDone(outcomes[at]));
      for (const [at, one] of requests.entries()) {
        if (areRolesMoved) one.caller = undefined;
        const outcome = outcomes[at] as Outcome;
        if (one.name !== null && isDone(outcome)) answered.add(one.name);
        if ('status' in outcome && outcome.status >= 400) refused.add(codeOf(outcome));
        const faults = [...faultsOf(one, outcome, secrets), ...note(state, one, outcome)];
        found.push(...faults.map((fault) => `${fault}\n    ${describeRequest(one)}`));
      }
      found.push(
        ...logLines
          .splice(0)
          .map((line) => `${line}\n    one of ${requests.map(describeRequest).join('\n           ')}`),
      );
      if (areRolesMoved) await renewCallers(state);
      if (requests.some(({ name }) => /^pauseCheckout$|PaymentMethod/.test(name ?? ''))) await openCheckout(state);
      if (requests.some((one, at) => isSignedOut(parts.tokens.admin, one, outcomes[at]))) await keepSignedIn(state);
    }
    return [...found, ...(await faultsOfCaps(store, state.version))];
  }

  return {
    store,
    answered,
    refused,
    slowLines,
    send,
    adminToken: async () => {
      await keepSignedIn(state);
      return state.token;
    },
    putSettingsBack: () => {
      settings.tracking = { ask_for_code: 'never' };
      return putSettingsBack(state);
    },
    stop: async () => {
      wire.close();
      slowLines.close();
      await store.stop();
      await mail.stop();
    },
  };
}

/** A token that was good is not any more: one of the requests saw to that. */
function isSignedOut(token: string, { headers }: FuzzRequest, outcome: Outcome | undefined): boolean {
  return (
    headers.authorization === `Bearer ${token}` &&
    outcome !== undefined &&
    'status' in outcome &&
    outcome.status === 401
  );
}

function isDone(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && 'status' in outcome && outcome.status === 200;
}

function codeOf(outcome: Answer): string {
  return /"code":"(\w+)"/.exec(textOf(outcome) ?? '')?.[1] ?? '';
}

function note(state: State, requests: FuzzRequest, outcome: Outcome): string[] {
  if (!('status' in outcome) || outcome.status !== 200 || requests.name === null) return [];
  if (requests.password !== null && requests.caller === undefined) state.password = requests.password;
  state.callers.keepCookie(requests.headers, outcome.headers['set-cookie']);
  state.known.learnCursor(String(outcome.headers.link ?? ''));
  const body = JSON.parse(textOf(outcome) || 'null');
  state.known.learn(requests.path.split('?', 1)[0] ?? '', body, requests.number);
  return requests.name === 'proveTracking' ? state.codes.accept(requests, body.token) : [];
}

// What comes of the requests is made by jobs; orders that were paid are what most calls are about.
async function learn(state: State): Promise<string[]> {
  const { store, known, codes, settings } = state;
  const found = [...(await faultsOfCaps(store, state.version)), ...(await state.slowLines.renew())];
  await restoreOwner(store);
  settings.tracking = { ask_for_code: settings.tracking?.ask_for_code === 'always' ? 'never' : 'always' };
  const { version } = await putSettingsBack(state);
  state.version = version;
  await renewCallers(state);
  await liftCaps(store.as(state.token));
  known.settingsAre({ version, settings: state.settings });
  known.orders.splice(0, known.orders.length - 20);
  known.sent.splice(0, known.sent.length - 10);
  const own = await paidOrder(store, { email: `code${version}@example.com` });
  known.orders.push(own, await placeOrder(store));
  for (const status of ['In progress', 'Completed']) known.sent.push(await sentLink(state, status));
  await store.app.jobHandlers.follow_deliveries({});
  await store.visitor.call('POST /api/orders/track-code', { body: { email: own.email } });
  await store.drain();
  codes.collect();
  return found;
}

async function renewCallers(state: State): Promise<void> {
  await keepSignedIn(state);
  await state.callers.renew(state.store.as(state.token));
}

async function sentLink({ store, token }: State, status: string): Promise<Sent> {
  const { id, postLinks, category } = await paidOrder(store);
  const [postLink = ''] = postLinks;
  const body = { postLink, category };
  const sent = await store.as(token).call('POST /api/admin/orders/{id}/send-post', { params: { id }, body });
  const apiOrderId = sent.apiOrder.api_order_id ?? '';
  await store.control('/provider/advance', { order: apiOrderId, status, remains: 0 });
  return { id, postLink, apiOrderId };
}

function providerOf(url: string): ProviderInput {
  const api_key = derivedSecret(jwtSecret, 'sandbox provider');
  return { api_url: `${url}/sandbox/provider/api/v2`, api_key, likes_service_id: '1001', views_service_id: '2001' };
}

// Orders are placed at the prices that a store starts with.
async function putSettingsBack(state: State): Promise<{ version: number }> {
  await keepSignedIn(state);
  const admin = state.store.as(state.token);
  await admin.call('POST /api/admin/settings', { body: state.known.provider });
  for (const { id } of await admin.call('GET /api/admin/providers', {})) {
    const body = { enabled: id === 'default', save_anyway: true };
    await admin.call('PUT /api/admin/providers/{id}', { params: { id }, body });
  }
  await openCheckout(state);
  const { version } = await admin.call('GET /api/admin/store-settings', {});
  return admin.call('PUT /api/admin/store-settings', { body: { version, settings: state.settings } });
}

// One of the requests may pause it, and the others would place no order.
async function openCheckout(state: State): Promise<void> {
  await keepSignedIn(state);
  const admin = state.store.as(state.token);
  await admin.call('PUT /api/admin/checkout-pause', { body: { paused: false } });
  const params = { method: 'mpgs' } as const;
  // Keys stay while payments are watched.
  await state.store.db.database.pool.query('update payment_attempts set look_at = null');
  await admin.call('DELETE /api/admin/payment-methods/{method}/keys', { params });
  await admin.call('POST /api/admin/payment-methods/{method}/test', { params });
  const body = { is_on: true, titles: {}, minimum: null, maximum: null, hidden_countries: [], position: 0 };
  await admin.call('PUT /api/admin/payment-methods/{method}', { params, body });
}

async function keepSignedIn(state: State): Promise<void> {
  const { store, password } = state;
  // A request whose answer was lost may have demoted the admin of the run, too.
  await restoreOwner(store);
  const good = await store.as(state.token).ask('GET /api/admin/verify', {});
  const young = good.status === 200 && good.body.user.exp * 1000 - Date.now() > 86_400_000 - 400_000;
  if (young) return;
  state.token = (await store.visitor.call('POST /api/admin/login', { body: { email: owner.email, password } })).token;
}

function tokensOf({ token, key, password }: State): Tokens {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const sign = (claimed: object, first = head) => {
    const signed = `${first}.${Buffer.from(JSON.stringify(claimed)).toString('base64url')}`;
    return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`;
  };
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return {
    admin: token,
    key,
    password,
    webhookSecret: derivedSecret(jwtSecret, 'sandbox notifications'),
    bad: [
      sign({ ...read, exp: read.iat - 1 }),
      sign({ ...read, jti: '00000000-0000-4000-8000-000000000000' }),
      sign({ ...read, jti: "' or 1=1 --" }),
      sign({ ...read, jti: ['\0'] }),
      sign({ ...read, role: 'root' }),
      sign({ ...read, exp: '9e99' }),
      sign([]),
      sign(read, none),
      `${none}.${claims}.`,
      `${head}.${claims}.${signature.split('').reverse().join('')}`,
      `${head}.e30.${signature}`,
      '..',
      'a.b.c',
      '.'.repeat(5_000),
    ],
  };
}

// Not the password as it is now: the run made it of a text that it also sends elsewhere.
const secrets: readonly string[] = [
  ...[jwtSecret, owner.password],
  ...['sandbox gateway', 'sandbox stripe', 'sandbox events', 'sandbox provider', 'sandbox notifications'].map((of) =>
    derivedSecret(jwtSecret, of),
  ),
];

function capturingLog(logLines: string[]): Log {
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (fields, message) => void logLines.push(`logged as an error: ${message} ${JSON.stringify(fields)}`),
    child: () => log,
  };
  return log;
}

function describeRequest({ number, name, odd, method, path, headers, body }: FuzzRequest): string {
  const { authorization, ...others } = headers;
  const shown = { ...others, ...(authorization ? { authorization: String(authorization).slice(0, 20) } : {}) };
  const start = body ? ` ${body.length} bytes: ${body.toString('latin1').slice(0, 300)}` : '';
  return `#${number} ${name ?? 'page'}, ${odd}: ${method} ${path.slice(0, 200)} ${JSON.stringify(shown).slice(0, 300)}${start}`;
}
