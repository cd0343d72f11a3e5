// The card gateways and the provider that this store calls: of the environment, the settings, or the built-in sandbox.
import type { GatewayName } from '../../contract/gateways.ts';
import type { Config } from '../config/config.ts';
import { type Gateway, gatewayOperations } from '../modules/payments/gateway.ts';
import {
  type CurrentGateways,
  combineGateways,
  createGatewayRegistry,
  type GatewayRegistry,
} from '../modules/payments/gateway-registry.ts';
import { createMpgsGateway } from '../modules/payments/gateways/mpgs/mpgs-gateway.ts';
import type { StripeOptions } from '../modules/payments/gateways/stripe/stripe-gateway.ts';
import type { MethodHealth } from '../modules/payments/method-health.ts';
import type { SandboxAccess } from '../mount-sandbox.ts';
import type { Log } from '../observability/log.ts';
import { instrumentOperations } from '../platform/instrumented.ts';
import type { GatewayKeys, MethodState, PaymentMethods } from '../ports/payment-methods.ts';
import type { FirstProvider } from '../ports/settings.ts';

type GatewayOptions = { merchantName: () => Promise<string>; now: () => Date; log: Log };
type GatewayParts = {
  methods: PaymentMethods;
  sandbox: SandboxAccess | null;
  options: GatewayOptions;
  measured: <T extends Gateway>(gateway: T) => T;
  health: MethodHealth;
};

/** The adapters of all methods with keys, made again when the methods changed. */
export function wireGateways({ methods, sandbox, options, measured, health }: GatewayParts): GatewayRegistry {
  let last: { states: readonly MethodState[]; built: Promise<CurrentGateways> } | null = null;

  async function buildAll(states: readonly MethodState[]): Promise<CurrentGateways> {
    const built = new Map<GatewayName, Gateway>();
    for (const { keys } of states) {
      if (keys) built.set(keys.gateway, watched(measured(await buildGateway(keys, sandbox, options)), health));
    }
    return combineGateways(states, built);
  }

  return createGatewayRegistry({
    health,
    connectOnce: (keys) => buildGateway(keys, sandbox, options),
    current: async () => {
      const states = await methods.current();
      if (last?.states === states) return await last.built;
      const made = { states, built: buildAll(states) };
      last = made;
      // The next call tries again.
      made.built.catch(() => {
        if (last === made) last = null;
      });
      return made.built;
    },
  });
}

async function buildGateway(
  keys: GatewayKeys,
  sandbox: SandboxAccess | null,
  options: GatewayOptions,
): Promise<Gateway> {
  const gateway =
    keys.gateway === 'stripe' ? await loadStripe({ ...keys, ...options }) : createMpgsGateway({ ...keys, ...options });
  return keys.isSandbox && sandbox ? { ...gateway, browser: sandbox.browsers[keys.gateway] } : gateway;
}

/** A new form whose response was lost counts, too: its call timed out, or ended in an error of the gateway. */
function watched(gateway: Gateway, health: MethodHealth): Gateway {
  return instrumentOperations(gateway, gatewayOperations, (operation) => (outcome) => {
    const isLost = outcome === 'unknown' && operation === 'openSession';
    if (outcome === 'unavailable' || isLost) health.noteUnavailable(gateway.name);
  });
}

// Its package takes a tenth of a second and 20 MB, which only those who use it pay.
async function loadStripe(options: StripeOptions): Promise<Gateway> {
  const { createStripeGateway } = await import('../modules/payments/gateways/stripe/stripe-gateway.ts');
  return createStripeGateway(options);
}

export function firstProvider(config: Config, sandbox: SandboxAccess | null): FirstProvider | null {
  if (!config.provider) return sandbox?.provider ?? null;
  const { apiUrl, apiKey, likesServiceId, viewsServiceId } = config.provider;
  return { apiUrl, apiKey, serviceIds: { Likes: likesServiceId, Views: viewsServiceId } };
}
