// Parses emails in a separate process, so that no email blocks the store. Of an email that takes too long or too much memory
// only the headers are stored, and the process is replaced.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { type ParsedEmail, unreadableEmail } from './email-fields.ts';
import type { RawEmail } from './mailbox.ts';
import type { EmailToParse } from './parse-email.ts';

export type ParserLimits = {
  /** The limit for one email, enough on a busy machine too. */
  parseMs: number;
  /** The heap limit of the process. */
  heapMb: number;
};

const usualLimits: ParserLimits = { parseMs: 15_000, heapMb: 128 };
/** From 0 (normal) to 19 (lowest priority): orders have priority. */
const niceness = 10;

/** True in tests, which run the sources. In a build the entry is beside `main.js`, and this module one folder below. */
const isSource = import.meta.url.endsWith('.ts');
const entry = new URL(isSource ? './parse-email-process.ts' : '../parse-email-process.js', import.meta.url);
/** Tests load TypeScript by a Node option. A store does not pass its options on: two processes cannot share a debug port. */
const inheritedOptions = isSource ? process.execArgv : [];

export type EmailParser = {
  /** Null for an automatic email. One email at a time. `id` identifies it in the mailbox. */
  parse(raw: RawEmail, id: string): Promise<ParsedEmail | null>;
  close(): void;
};

/** The process starts with the first email. */
export function createEmailParser({ parseMs, heapMb }: ParserLimits = usualLimits): EmailParser {
  let child: ChildProcess | null = null;

  function close(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  /** Throws if the process cannot start, so that the email is not stored as unreadable. */
  function start(): ChildProcess {
    const started = fork(entry, {
      // Garbage collection threads would compete with the store.
      execArgv: [...inheritedOptions, `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8', '--single-threaded'],
      // The process parses untrusted emails, so it gets no secrets.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Without a listener an error would stop the store.
    started.on('error', () => {});
    started.on('exit', () => {
      if (child === started) child = null;
    });
    if (started.pid === undefined) throw new Error('The process that parses emails could not be started.');
    setPriority(started.pid, Math.max(niceness, getPriority()));
    return started;
  }

  /** Returns undefined when a limit is exceeded. */
  async function tryToParse(email: EmailToParse): Promise<ParsedEmail | null | undefined> {
    child ??= start();
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), parseMs);
    const { signal } = ended;
    try {
      const answered = once(child, 'message', { signal });
      const exited = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The process ended.')));
      child.send(email);
      const [parsed] = await Promise.race([answered, exited]);
      return parsed;
    } catch {
      // Too late, out of memory, or stopped by an error.
      close();
      return undefined;
    } finally {
      clearTimeout(timer);
      ended.abort();
    }
  }

  async function parse({ source, isWhole }: RawEmail, id: string): Promise<ParsedEmail | null> {
    const parsed = await tryToParse({ source, isWhole });
    if (parsed !== undefined) return parsed;
    const head = await tryToParse({ source, isWhole, headOnly: true });
    return head === undefined ? unreadableEmail(id) : head;
  }

  return { parse, close };
}
