// The test-only control API: POST injects a fault, GET returns the state. Adapters never call it.
import type { CallLog } from './call-log.ts';
import type { ControlFields } from './control-fields.ts';
import type { Disk } from './disk.ts';
import { controlGateway, inspectGateway } from './gateway/controls.ts';
import type { Gateway } from './gateway/rest.ts';
import { type Answer, type Call, CallRefusal } from './http.ts';
import type { Provider } from './provider/api.ts';
import { controlProvider, inspectProvider } from './provider/controls.ts';
import { controlStripe, inspectStripe } from './stripe/controls.ts';
import type { StripeSandbox } from './stripe/rest.ts';

export interface Controls {
  gateway: Gateway;
  stripe: StripeSandbox | null;
  provider: Provider;
  disk: Disk;
  calls: CallLog;
}

/** All state folders, for `POST /control/reset`. */
const KINDS = [
  'orders',
  'sessions',
  'due',
  'stripe',
  'stripe-due',
  'rules',
  'provider-orders',
  'provider-links',
  'provider-refills',
  'ledger',
];

export async function answerControl(controls: Controls, call: Call): Promise<Answer> {
  const [side, ...rest] = call.path.split('/').slice(1).map(decodeURIComponent);
  const done =
    call.method === 'GET'
      ? await inspect(controls, side, rest, call.query)
      : await act(controls, side, rest[0], readControl(call));
  return { status: 200, body: done ?? { ok: true } };
}

async function act(controls: Controls, side: string | undefined, action: string | undefined, fields: ControlFields) {
  if (side === 'reset') {
    await controls.disk.forget(KINDS);
    return controls.calls.clear();
  }
  if (side === 'calls' && action === 'clear') return controls.calls.clear();
  if (side === 'gateway' && action) return controlGateway(controls.gateway, action, fields);
  if (side === 'stripe' && action && controls.stripe) return controlStripe(controls.stripe, action, fields);
  if (side === 'provider' && action) return controlProvider(controls.provider, action, fields);
  throw new CallRefusal(404, 'this control is not known');
}

async function inspect(controls: Controls, side: string | undefined, rest: string[], query: URLSearchParams) {
  if (side === 'gateway') return inspectGateway(controls.gateway, rest);
  if (side === 'stripe' && controls.stripe) return inspectStripe(controls.stripe, rest);
  if (side === 'provider') return inspectProvider(controls.provider, rest);
  if (side !== 'calls') throw new CallRefusal(404, 'this control is not known');
  const wanted = ['side', 'operation', 'orderId', 'method'] as const;
  return (await controls.calls.list()).filter((entry) =>
    wanted.every((name) => query.get(name) === null || query.get(name) === entry[name]),
  );
}

function readControl(call: Call): ControlFields {
  // JSON only: another site cannot send this content type without a CORS preflight, which always fails.
  const isJson = call.headers['content-type']?.startsWith('application/json') ?? false;
  if (call.method !== 'POST' || (call.body !== '' && !isJson) || (call.body === '' && call.headers.origin)) {
    throw new CallRefusal(415, 'controls take POST with JSON, or GET');
  }
  try {
    const value: unknown = call.body === '' ? {} : JSON.parse(call.body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ControlFields;
  } catch {
    // Falls through to the same error.
  }
  throw new CallRefusal(400, 'the body must be a JSON object');
}
