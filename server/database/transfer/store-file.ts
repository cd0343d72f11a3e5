// Opens a store's file for reading, and refuses one that is not whole. Its checksum is verified before anything is unpacked.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ChecksumRecord, checksumRecordBytes, hasChecksumLine, parseChecksumRecord } from './checksum.ts';
import { fileRefusal, TransferRefusal } from './refusal.ts';
import { createLineReader, type LineReader } from './rows.ts';
import type { Version } from './tables.ts';

/** From 2 on a file ends with a checksum record. */
export const fileFormat = 2;
const firstFormat = 1;

export type FileHead = Version & { applaud: 'store'; format: number; mode: string; madeAt: string };

export type StoreFile = {
  head: FileHead;
  /** False: made by a version that wrote none. */
  hasChecksum: boolean;
  /** A new reader, behind the head. */
  readBody(): Promise<LineReader>;
  close(): Promise<void>;
};

/** More than any head: the first line of something else may be as long as the file. */
const longestHeadBytes = 65_536;
const chunkBytes = 256 * 1024;

/** Throws TransferRefusal where there is no file, FileRefusal where it is not a whole one of this or an older version. */
export async function openStoreFile(path: string): Promise<StoreFile> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new TransferRefusal(`There is no such file: ${path}`) : error;
  });
  try {
    return await checkFile(handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function checkFile(handle: FileHandle): Promise<StoreFile> {
  const found = await handle.stat();
  if (!found.isFile()) throw new TransferRefusal('A backup is read from a regular file only.');
  if (found.size === 0) throw fileRefusal.empty();
  const record = await readChecksumRecord(handle, found.size);
  const bodyBytes = record ? found.size - checksumRecordBytes : found.size;
  if (record && !(await isIntact(handle, bodyBytes, record))) throw fileRefusal.checksumDiffers();
  const readBody = async () => {
    const reader = createLineReader(unpack(handle, bodyBytes));
    await reader.line();
    return reader;
  };
  const head = await readHead(handle, bodyBytes);
  if (!record && head.format > firstFormat) throw await findDamage(handle, found.size);
  return {
    head,
    hasChecksum: record !== null,
    readBody,
    close: () => handle.close(),
  };
}

async function readChecksumRecord(handle: FileHandle, size: number): Promise<ChecksumRecord | null> {
  if (size <= checksumRecordBytes) return null;
  const { buffer } = await handle.read({
    buffer: Buffer.alloc(checksumRecordBytes),
    position: size - checksumRecordBytes,
  });
  return parseChecksumRecord(buffer);
}

async function isIntact(handle: FileHandle, bytes: number, record: ChecksumRecord): Promise<boolean> {
  if (record.bytes !== bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of readChunks(handle, bytes)) hash.update(chunk);
  return hash.digest('hex') === record.sha256;
}

async function readHead(handle: FileHandle, bytes: number): Promise<FileHead> {
  const { buffer: magic } = await handle.read({ buffer: Buffer.alloc(2), position: 0 });
  const isGzip = magic[0] === 0x1f && (bytes === 1 || magic[1] === 0x8b);
  if (!isGzip) throw fileRefusal.notBackup();
  const reader = createLineReader(unpack(handle, bytes));
  const line = await reader.line(longestHeadBytes).finally(() => reader.close());
  const head = parseHead(line ?? '');
  if (head?.applaud !== 'store') throw fileRefusal.notBackup();
  if (typeof head.format === 'number' && head.format > fileFormat) throw fileRefusal.newer();
  if (!isWholeHead(head)) throw fileRefusal.damaged('its first line is incomplete');
  return head;
}

function parseHead(line: string): Partial<FileHead> | null {
  try {
    return JSON.parse(line) as Partial<FileHead> | null;
  } catch {
    return null;
  }
}

function isWholeHead(head: Partial<FileHead>): head is FileHead {
  const hasNumbers = [head.format, head.migratedTo, head.queueMigration].every(Number.isInteger);
  const hasMode = head.mode === 'sandbox' || head.mode === 'live';
  return hasNumbers && hasMode && Number(head.format) >= firstFormat && typeof head.madeAt === 'string';
}

/** Why a file that ought to end with a checksum record does not. */
async function findDamage(handle: FileHandle, bytes: number): Promise<Error> {
  let end = '';
  try {
    for await (const chunk of unpack(handle, bytes)) {
      end = (end + chunk.toString('latin1')).slice(-checksumRecordBytes);
    }
  } catch (error) {
    return error as Error;
  }
  return hasChecksumLine(end) ? fileRefusal.checksumDiffers() : fileRefusal.cutOff();
}

async function* unpack(handle: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  const source = Readable.from(readChunks(handle, bytes));
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw fileRefusal.cutOff();
    throw code?.startsWith('Z_') ? fileRefusal.damaged(message) : error;
  } finally {
    source.destroy();
  }
}

// A stream of the handle would close it at its end.
async function* readChunks(handle: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  let position = 0;
  while (position < bytes) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, bytes - position));
    const { bytesRead } = await handle.read({ buffer, position });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
