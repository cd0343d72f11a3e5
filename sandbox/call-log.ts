// A log of received calls, so that tests can count them. One line per call, append-only, without keys or card numbers.
import { appendFile, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SIZE_LIMIT_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY = 500;

interface CallEntry {
  at: string;
  side: 'gateway' | 'stripe' | 'provider';
  method: string;
  path: string;
  /** Its names are in README.md; provider: the action. */
  operation: string | null;
  orderId?: string;
  transactionId?: string;
  detail?: Record<string, string>;
}

export interface CallLog {
  add(entry: CallEntry): Promise<void>;
  list(): Promise<CallEntry[]>;
  clear(): Promise<void>;
}

export function createCallLog(folder: string): CallLog {
  const path = join(folder, 'calls.jsonl');
  let sinceLook = 0;

  return {
    async add(entry) {
      sinceLook += 1;
      if (sinceLook >= LOOK_EVERY) {
        sinceLook = 0;
        const info = await stat(path).catch(() => null);
        if (info && info.size > SIZE_LIMIT_BYTES) await rename(path, `${path}.old`).catch(() => undefined);
      }
      await appendFile(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    },
    async list() {
      const text = await readFile(path, 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => parseLine(line));
    },
    async clear() {
      await rm(path, { force: true });
      await rm(`${path}.old`, { force: true });
    },
  };
}

// A process killed during an append leaves an incomplete line.
function parseLine(line: string): CallEntry[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as CallEntry];
  } catch {
    return [];
  }
}
