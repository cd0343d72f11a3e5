// Starts the sandbox as a standalone server, to develop an adapter or to try the store's settings.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createSandbox } from './sandbox.ts';

const DRAIN_MS = 5_000;

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const host = env.HOST ?? '127.0.0.1';
  const port = Number(env.SANDBOX_PORT ?? 4010);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('SANDBOX_PORT must be a port number.');
  const settings = {
    merchantId: env.MPGS_MERCHANT_ID ?? 'SANDBOX',
    apiPassword: env.MPGS_API_PASSWORD ?? 'sandbox-api-password',
    webhookSecret: env.MPGS_WEBHOOK_SECRET ?? 'sandbox-webhook-secret',
    providerKey: env.PROVIDER_API_KEY ?? 'sandbox-provider-key',
  };
  const sandbox = await createSandbox({
    ...settings,
    dataDir: join(env.DATA_DIR ?? './data', 'sandbox'),
    clock: () => new Date(),
    mode: env.MODE ?? 'sandbox',
    log: {
      info: (obj, msg) => print(`${msg} ${JSON.stringify(obj)}`),
      warn: (obj, msg) => print(`${msg} ${JSON.stringify(obj)}`),
    },
  });
  const server = createServer(sandbox.handle);
  server.requestTimeout = 15_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const origin = `http://${host}:${typeof address === 'object' && address ? address.port : port}`;
  print('Sandbox gateway and provider. No money moves here.');
  print(`MPGS_BASE_URL=${origin}/gateway`);
  print('MPGS_API_VERSION=100');
  print(`MPGS_MERCHANT_ID=${settings.merchantId}`);
  print(`MPGS_API_PASSWORD=${settings.apiPassword}`);
  print(`MPGS_WEBHOOK_SECRET=${settings.webhookSecret}`);
  print(`PROVIDER_API_URL=${origin}/provider/api/v2`);
  print(`PROVIDER_API_KEY=${settings.providerKey}`);
  print('LIKES_SERVICE_ID=1001');
  print('VIEWS_SERVICE_ID=2001');

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    server.close();
    server.closeIdleConnections();
    void sandbox.close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
