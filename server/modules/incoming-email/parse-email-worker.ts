// Entry of the worker that parses emails, away from the event loop of the store. Its limits: `email-parser.ts`.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type EmailToParse, parseEmail } from './parse-email.ts';

type Part = Uint8Array | ArrayBuffer | string;

/**
 * postal-mime joins the lines of a body as a Blob: Node takes a second for 30,000 lines, and 5 ms for this class. Only this
 * worker has it.
 */
class JoinedBytes {
  readonly #parts: readonly Part[];
  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = Buffer.concat(
      this.#parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : new Uint8Array(part))),
    );
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  }
}
Object.assign(globalThis, { Blob: JoinedBytes });

// On Linux the priority is that of this thread alone; elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', async (email: EmailToParse) => {
  parentPort?.postMessage(await parseEmail(email));
});
