// One secret in its own file: read, and created once. Refuses a file that another user may have written.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './operating-system.ts';

/** Why a secret cannot be used, in one sentence for the operator. */
export class SecretRefusal extends Error {
  override readonly name = 'SecretRefusal';
}

export type SecretForm = {
  pattern: RegExp;
  /** As in "does not hold 64 hexadecimal digits". */
  description: string;
};

/** `problem` follows the path in a sentence: "is missing", "is empty". */
export type FoundSecret = { secret: string } | { secret: null; problem: string; isMissing: boolean };

export type SecretFileOptions = {
  form: SecretForm;
  /** How to replace the secret; ends the warning about a file that others could read. */
  renewal: string;
  /** Gets whole sentences for the operator. */
  warn: (message: string) => void;
};

export const hexSecret: SecretForm = { pattern: /^[0-9a-f]{64}$/, description: '64 hexadecimal digits' };

/** Throws SecretRefusal for a file that is not this user's own regular file. Makes one private that others could read. */
export function readSecretFile(path: string, { form, renewal, warn }: SecretFileOptions): FoundSecret {
  const seen = lstatSync(path, { throwIfNoEntry: false });
  if (!seen) return { secret: null, problem: 'is missing', isMissing: true };
  if (!seen.isFile()) {
    const kind = seen.isSymbolicLink() ? 'a symbolic link' : 'not a regular file';
    throw new SecretRefusal(`${path} is ${kind}, but must be a file of its own: put the secret itself there.`);
  }
  const text = readOwnFile(path, (exposure) => {
    warn(`${path} ${exposure} If one of them may have read it, renew it: ${renewal}.`);
  });
  if (form.pattern.test(text)) return { secret: text };
  const problem = text === '' ? 'is empty' : `does not hold ${form.description}`;
  return { secret: null, problem, isMissing: false };
}

/** Makes the file where there is none, whole and once: of two processes at the same time, the first one counts. */
export function createSecretFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const own = `${path}.${process.pid}`;
  try {
    rmSync(own, { force: true });
    // Without `flush`, a machine that loses power leaves an empty file.
    writeFileSync(own, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(own, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

// All checks use the opened file, so that it cannot be exchanged between them.
function readOwnFile(path: string, onExposure: (exposure: string) => void): string {
  const file = openOwn(path);
  try {
    const found = fstatSync(file);
    refuseOtherOwner(path, found);
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) onExposure(makePrivate(file));
    return readFileSync(file, 'utf8').trim();
  } finally {
    closeSync(file);
  }
}

function openOwn(path: string): number {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    refuseOtherOwner(path, lstatSync(path));
    throw new SecretRefusal(`${path} cannot be read (${errorCode(error)}): let the user that runs the store read it.`);
  }
}

function refuseOtherOwner(path: string, { uid }: Stats): void {
  const own = process.getuid?.();
  if (own === undefined || uid === own) return;
  // Root also works in the folder of another user, whose files are as trusted as the folder.
  if (own === 0 && uid === lstatSync(dirname(path)).uid) return;
  throw new SecretRefusal(
    `${path} belongs to user ${uid}, but the store runs as user ${own}: find out who put it there, then give it to user ${own} with chown.`,
  );
}

function makePrivate(file: number): string {
  try {
    fchmodSync(file, 0o600);
    return 'was open to other users of this machine, and is private now.';
  } catch (error) {
    return `is open to other users of this machine, and cannot be made private (${errorCode(error)}).`;
  }
}

function syncFolder(path: string): void {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
