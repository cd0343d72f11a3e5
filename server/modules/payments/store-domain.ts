// Registers the domain of the store at the gateways, for their wallets.
import type { Log } from '../../observability/log.ts';
import type { Gateway } from './gateway.ts';

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
