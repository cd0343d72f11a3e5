// Mounts the built-in sandbox at /sandbox when no real gateway or provider is configured, in sandbox mode only. The store
// talks to it over HTTP, as it would to the real services.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { GatewayName } from '../contract/gateways.ts';
import { type Config, takesSandboxMoney } from './config/config.ts';
import type { GatewayBrowser } from './modules/payments/gateway.ts';
import type { Log } from './observability/log.ts';
import type { Clock } from './platform/clock.ts';
import { derivedSecret } from './platform/secrets.ts';
import type { MpgsKeys, StripeKeys } from './ports/payment-methods.ts';
import type { ProviderSettings } from './ports/settings.ts';

export type SandboxAccess = {
  /** `stripe`: null where the environment has keys or an address of Stripe. */
  keys: { mpgs: MpgsKeys; stripe: StripeKeys | null };
  /** The browser loads the libraries from the store's own address, whatever name it was opened by. */
  browsers: Record<GatewayName, GatewayBrowser>;
  provider: Pick<ProviderSettings, 'apiUrl' | 'apiKey' | 'serviceIds'>;
  /** Where its controls begin, once the store listens. */
  controls: string;
  close(): Promise<void>;
};

/** The sandbox as app.ts loads it, in sandbox mode only. */
export type LoadSandbox = () => Promise<{
  createSandbox(options: {
    dataDir: string;
    prefix: string;
    mode: string;
    clock: () => Date;
    log: Pick<Log, 'info' | 'warn'>;
    merchantId: string;
    apiPassword: string;
    webhookSecret: string;
    providerKey: string;
    stripe: { secretKey: string; publishableKey: string; webhookSecret: string; webhookUrl: string } | null;
  }): Promise<{ handle(request: IncomingMessage, response: ServerResponse): void; close(): Promise<void> }>;
}>;

type MountOptions = { config: Config; secret: string; clock: Clock; log: Log; load: LoadSandbox };

const prefix = '/sandbox';
const stripeLibrary = `${prefix}/stripe/stripe.js`;
const self = ["'self'"];
const sources = { script: self, connect: self, frame: self, form: self, image: [] };

/** Null when neither service is the sandbox's, and always in live mode. */
export async function mountSandbox(
  server: FastifyInstance,
  { config, secret, clock, log, load }: MountOptions,
): Promise<SandboxAccess | null> {
  if (config.mode !== 'sandbox' || (!takesSandboxMoney(config) && config.provider)) return null;
  const { createSandbox } = await load();
  const merchantId = 'SANDBOX';
  const apiPassword = derivedSecret(secret, 'sandbox gateway');
  const webhookSecret = derivedSecret(secret, 'sandbox notifications');
  const providerKey = derivedSecret(secret, 'sandbox provider');
  const dataDir = join(config.dataDir, 'sandbox');
  const credentials = { merchantId, apiPassword, webhookSecret, providerKey };
  const stripe = {
    secretKey: `sk_test_${derivedSecret(secret, 'sandbox stripe')}`,
    publishableKey: 'pk_test_sandbox',
    webhookSecret: `whsec_${derivedSecret(secret, 'sandbox events')}`,
  };
  const hasStripe = config.stripe === null && config.stripeApiUrl === null;
  const sandbox = await createSandbox({
    ...credentials,
    stripe: hasStripe ? { ...stripe, webhookUrl: `${config.publicUrl}/api/bigpay/webhook` } : null,
    dataDir,
    prefix,
    mode: config.mode,
    clock: () => clock.now(),
    log,
  });
  // Before any hook of the store: the sandbox is another party, with headers and limits of its own.
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${prefix}/`)) return;
    request.isForeign = true;
    reply.hijack();
    sandbox.handle(request.raw, reply.raw);
  });
  const origin = `http://${loopbackHost(config.host)}:${config.port}`;
  return {
    keys: {
      mpgs: { baseUrl: `${origin}${prefix}/gateway`, apiVersion: '100', merchantId, apiPassword, webhookSecret },
      stripe: hasStripe
        ? { ...stripe, webhookSecrets: [stripe.webhookSecret], apiUrl: `${origin}${prefix}/stripe` }
        : null,
    },
    browsers: {
      mpgs: { libraryUrl: `${prefix}/gateway/static/checkout/checkout.min.js`, library: null, sources },
      stripe: {
        libraryUrl: stripeLibrary,
        library: { name: 'stripe', url: stripeLibrary, publishableKey: stripe.publishableKey },
        sources,
      },
    },
    provider: {
      apiUrl: `${origin}${prefix}/provider/api/v2`,
      apiKey: providerKey,
      serviceIds: { Likes: '1001', Views: '2001' },
    },
    controls: `${origin}${prefix}/control`,
    close: () => sandbox.close(),
  };
}

// The address at which this process can call itself.
function loopbackHost(host: string): string {
  if (host === '::' || host === '::1') return '[::1]';
  return host === '0.0.0.0' || host === 'localhost' ? '127.0.0.1' : host;
}
