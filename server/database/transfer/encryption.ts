// Backups encrypted to a public key, in the format of age (age-encryption.org/v1), which its own program reads too. The
// store has the public key only: a thief of its machine cannot read its backups.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Decrypter } from 'age-encryption';
import { ConfigError } from '../../config/config.ts';
import { FileRefusal, TransferRefusal } from './refusal.ts';

const firstLine = 'age-encryption.org/v1\n';
/** Loaded when it is needed: it takes 100 ms. */
const loadAge = () => import('age-encryption');

/** Throws ConfigError for a text that is no public key of age: `age1…`. */
export async function requirePublicKey(text: string | null): Promise<void> {
  if (text === null) return;
  const { Encrypter } = await loadAge();
  try {
    if (!text.startsWith('age1')) throw new Error('no public key');
    new Encrypter().addRecipient(text);
  } catch {
    throw new ConfigError('BACKUP_PUBLIC_KEY must be a public key of age (age1...).');
  }
}

/** Writes a new secret key to a file that must not exist yet. Returns the public key. */
export async function writeKey(path: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  const publicKey = await identityToRecipient(identity);
  await writeFile(path, `# public key: ${publicKey}\n${identity}\n`, { mode: 0o600, flag: 'wx' }).catch((error) => {
    throw error.code === 'EEXIST' ? new TransferRefusal('The file exists already: a key is never overwritten.') : error;
  });
  return publicKey;
}

/** A step of a pipeline. */
export function encryptTo(publicKey: string) {
  return async function* encrypt(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { Encrypter } = await loadAge();
    const encrypter = new Encrypter();
    encrypter.addRecipient(publicKey);
    yield* Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(Readable.from(plain)) as never)) as never);
  };
}

/**
 * Hands over the path of the readable file: `path` itself, or a decrypted copy that is deleted afterwards. Throws
 * TransferRefusal without the key of an encrypted file, FileRefusal for another key and for a damaged file.
 */
export async function withReadableFile<T>(
  path: string,
  keyPath: string | null,
  read: (path: string) => Promise<T>,
): Promise<T> {
  if (!(await isEncrypted(path))) return read(path);
  if (keyPath === null) {
    throw new TransferRefusal('The backup is encrypted: name the file of its key with --key FILE.');
  }
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(await readKey(keyPath));
  const folder = await mkdtemp(join(tmpdir(), 'applaud-backup-'));
  try {
    const plain = join(folder, 'store.gz');
    await decrypt(decrypter, path, plain);
    return await read(plain);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isEncrypted(path: string): Promise<boolean> {
  const handle = await open(path, 'r').catch(() => null);
  // The reader has a sentence for a missing file.
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(firstLine.length), position: 0 });
    return buffer.toString('latin1', 0, bytesRead) === firstLine;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new TransferRefusal(`There is no such key file: ${path}`);
    throw new TransferRefusal(`The key file cannot be read (${error.code}): ${path}`);
  });
  const key = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m.exec(text)?.[0];
  if (key === undefined) throw new TransferRefusal('The key file holds no secret key of age (AGE-SECRET-KEY-1...).');
  return key;
}

async function decrypt(decrypter: Decrypter, from: string, to: string): Promise<void> {
  const source = createReadStream(from);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as never);
    await pipeline(Readable.fromWeb(plain as never), createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    const isOtherKey = error instanceof Error && /no identity matched/.test(error.message);
    if (isOtherKey) throw new FileRefusal('The backup was encrypted for another key.');
    if (error instanceof Error && !('code' in error)) {
      throw new FileRefusal(`The backup is damaged (${error.message}): use another copy of it.`);
    }
    throw error;
  } finally {
    source.destroy();
  }
}
