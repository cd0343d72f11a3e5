// A store whose clock can be set while it runs. Database, gateway and provider keep the right time.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type ChaosClock = {
  /** For the process whose clock is set. */
  env: Record<string, string>;
  /** Sets it so far from the right time. */
  set(offsetMs: number): Promise<void>;
  remove(): Promise<void>;
};

/** Loaded into the process before anything else; looks for a new offset ten times a second. */
const preload = `
import { readFileSync } from 'node:fs';
const RealDate = Date;
let offsetMs = 0;
const now = () => RealDate.now() + offsetMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
setInterval(() => {
  try {
    offsetMs = Number(readFileSync(process.env.CHAOS_CLOCK_FILE, 'utf8'));
  } catch {}
}, 100).unref();
`;

export async function createChaosClock(): Promise<ChaosClock> {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-clock-'));
  const [module, file] = [join(folder, 'clock.mjs'), join(folder, 'offset')];
  await writeFile(module, preload);
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(module)}`, CHAOS_CLOCK_FILE: file },
    set: async (offsetMs) => {
      await writeFile(`${file}.new`, String(offsetMs));
      await rename(`${file}.new`, file);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
