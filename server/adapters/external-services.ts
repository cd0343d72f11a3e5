// Which card gateways and which provider this store talks to: chosen from the environment, or the built-in sandbox.
import type { GatewayName } from '../../contract/gateways.ts';
import type { Config } from '../config/config.ts';
import type { Gateway } from '../modules/payments/gateway.ts';
import { createGatewayRegistry, type GatewayRegistry } from '../modules/payments/gateway-registry.ts';
import { createMpgsGateway } from '../modules/payments/gateways/mpgs/mpgs-gateway.ts';
import type { StripeOptions } from '../modules/payments/gateways/stripe/stripe-gateway.ts';
import type { SandboxAccess } from '../mount-sandbox.ts';
import type { Log } from '../observability/log.ts';
import type { FirstProvider } from '../ports/settings.ts';

type GatewayOptions = { merchantName: () => Promise<string>; now: () => Date; log: Log };
type Measured = <T extends Gateway>(gateway: T) => T;

// The other gateways, if configured, are still queried about their own payments.
export async function chooseGateways(
  config: Config,
  sandbox: SandboxAccess | null,
  deps: GatewayOptions,
  measured: Measured,
): Promise<GatewayRegistry> {
  const configured: Record<GatewayName, Gateway | null> = {
    mpgs: buildMpgs(config, sandbox, deps),
    stripe: config.stripe && (await loadStripe({ ...config.stripe, ...deps })),
  };
  const chosen = configured[config.paymentGateway];
  const others = Object.values(configured)
    .filter((gateway) => gateway !== null)
    .filter((gateway) => gateway !== chosen);
  return createGatewayRegistry(chosen && measured(chosen), others.map(measured));
}

// Its package takes a tenth of a second and 20 MB, which only those who use it pay.
async function loadStripe(options: StripeOptions): Promise<Gateway> {
  const { createStripeGateway } = await import('../modules/payments/gateways/stripe/stripe-gateway.ts');
  return createStripeGateway(options);
}

function buildMpgs(config: Config, sandbox: SandboxAccess | null, deps: GatewayOptions): Gateway | null {
  if (config.mpgs) return createMpgsGateway({ ...config.mpgs, ...deps });
  return sandbox && { ...createMpgsGateway({ ...sandbox.mpgs, ...deps }), browser: sandbox.browser };
}

export function firstProvider(config: Config, sandbox: SandboxAccess | null): FirstProvider | null {
  if (!config.provider) return sandbox?.provider ?? null;
  const { apiUrl, apiKey, likesServiceId, viewsServiceId } = config.provider;
  return { apiUrl, apiKey, serviceIds: { Likes: likesServiceId, Views: viewsServiceId } };
}

// Registers the domain of the store at the gateway, for its wallets.

/** Wallets need https and a real host name. Cards work without: a failure is only logged. */
export async function registerStoreDomain(
  gateway: Pick<Gateway, 'registerDomain'>,
  publicUrl: string,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' || !/\.[a-z]/i.test(hostname)) return;
  await gateway.registerDomain?.(hostname).catch((error: Error) => {
    log.warn({ domain: hostname, problem: error.message }, 'the domain could not be registered for wallets');
  });
}
