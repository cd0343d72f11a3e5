// The sandbox in a process of its own, as gateway and provider of a store that knows them by their address only.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAfterExit } from '../../scripts/clean-up-after.mjs';
import { startProgram, until } from './program.ts';

export type ExternalSandbox = {
  /** What it tells operators to set. */
  settings: Record<string, string>;
  origin: string;
  stop(): Promise<void>;
};

export async function startExternalSandbox(): Promise<ExternalSandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-outside-'));
  cleanUpAfterExit(folder);
  const sandbox = await startProgram('sandbox', { SANDBOX_PORT: '0', DATA_DIR: folder });
  const settings = await until('the sandbox has printed what to set', () => settingsIn(sandbox.output()));
  return {
    settings,
    origin: new URL(settings.MPGS_BASE_URL ?? '').origin,
    stop: async () => {
      sandbox.kill('SIGTERM');
      await sandbox.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settingsIn(output: string): Record<string, string> | null {
  if (!output.includes('VIEWS_SERVICE_ID=')) return null;
  return Object.fromEntries(
    [...output.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}
