// Parses emails in a worker, so that no email holds up the store. One that takes too long or too much memory keeps its
// headers; the worker is replaced.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ParsedEmail, unreadableEmail } from './email-fields.ts';
import type { RawEmail } from './mailbox.ts';
import type { EmailToParse } from './parse-email.ts';

export type ParserLimits = {
  /** For one email. */
  parseMs: number;
  /** Of the worker's heap. */
  heapMb: number;
};

const usualLimits: ParserLimits = { parseMs: 10_000, heapMb: 128 };

/** Beside the sources as in tests, or beside `main.js` of the build, whose parts are a folder below. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './parse-email-worker.ts' : '../parse-email-worker.js',
  import.meta.url,
);

export type EmailParser = {
  /** Null for an automatic email. One email at a time. `id` identifies it in the mailbox. */
  parse(raw: RawEmail, id: string): Promise<ParsedEmail | null>;
  close(): Promise<void>;
};

/** The worker starts with the first email. */
export function createEmailParser({ parseMs, heapMb }: ParserLimits = usualLimits): EmailParser {
  let worker: Worker | null = null;

  async function close(): Promise<void> {
    await worker?.terminate();
    worker = null;
  }

  function startWorker(): Worker {
    const started = new Worker(workerFile, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    // An error after the time limit, or between two emails, has no other listener and would end the process.
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  /** Undefined beyond the limits. */
  async function tryToParse(
    email: EmailToParse & { source: Uint8Array<ArrayBuffer> },
  ): Promise<ParsedEmail | null | undefined> {
    worker ??= startWorker();
    const aborted = new AbortController();
    const timer = setTimeout(() => aborted.abort(), parseMs);
    try {
      const answered = once(worker, 'message', { signal: aborted.signal });
      worker.postMessage(email, [email.source.buffer]);
      const [parsed] = await answered;
      return parsed;
    } catch {
      // Too late, out of memory, or stopped by an error.
      await close();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async function parse({ source, isWhole }: RawEmail, id: string): Promise<ParsedEmail | null> {
    // A copy each time: it is transferred, and the buffer may be a part of a larger one.
    const parsed = await tryToParse({ source: new Uint8Array(source), isWhole });
    if (parsed !== undefined) return parsed;
    const head = await tryToParse({ source: new Uint8Array(source), isWhole, headOnly: true });
    return head === undefined ? unreadableEmail(id) : head;
  }

  return { parse, close };
}
