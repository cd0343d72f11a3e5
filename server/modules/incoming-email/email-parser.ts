// Parses emails in a process of its own, so that no email holds up the store. One that takes too long or too much memory
// keeps its headers; the process is replaced.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { type ParsedEmail, unreadableEmail } from './email-fields.ts';
import type { RawEmail } from './mailbox.ts';
import type { EmailToParse } from './parse-email.ts';

export type ParserLimits = {
  /** For one email, on a busy machine too. */
  parseMs: number;
  /** Of the heap of the process. */
  heapMb: number;
};

const usualLimits: ParserLimits = { parseMs: 15_000, heapMb: 128 };
/** Of 20, the lowest: buyers come first. */
const niceness = 10;

/** Beside the sources as in tests, or beside `main.js` of the build, whose parts are a folder below. */
const isSource = import.meta.url.endsWith('.ts');
const entry = new URL(isSource ? './parse-email-process.ts' : '../parse-email-process.js', import.meta.url);
/** Tests load TypeScript by an option. Those of a store, as a port to debug it, are not for two processes. */
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

  /** Throws where no process can be started: that is no fault of the email. */
  function start(): ChildProcess {
    const started = fork(entry, {
      // Threads that collect garbage would compete with the store.
      execArgv: [...inheritedOptions, `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8', '--single-threaded'],
      // What reads the emails of strangers gets no secret.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Without a listener an error would end the store.
    started.on('error', () => {});
    started.on('exit', () => {
      if (child === started) child = null;
    });
    if (started.pid === undefined) throw new Error('The process that parses emails could not be started.');
    setPriority(started.pid, Math.max(niceness, getPriority()));
    return started;
  }

  /** Undefined beyond the limits. */
  async function tryToParse(email: EmailToParse): Promise<ParsedEmail | null | undefined> {
    child ??= start();
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), parseMs);
    const { signal } = ended;
    try {
      const answered = once(child, 'message', { signal });
      const died = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The process ended.')));
      child.send(email);
      const [parsed] = await Promise.race([answered, died]);
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
