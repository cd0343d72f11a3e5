// The checksum record at the end of an export: a gzip member of fixed length, so that `gunzip` still reads the whole
// file. It contains the SHA-256 of every byte before it. Its own bytes allow no other value, so every bit is protected.
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { crc32 } from 'node:zlib';

export type ChecksumRecord = { bytes: number; sha256: string };

const lineBytes = 128;
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const storedBlockHeaderBytes = 5;
const gzipTrailerBytes = 8;

export const checksumRecordBytes = gzipHeader.length + storedBlockHeaderBytes + lineBytes + gzipTrailerBytes;

/** Appends the record to the stream. */
export function createChecksumStream(): Transform {
  const hash = createHash('sha256');
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      done(null, buildChecksumRecord({ bytes, sha256: hash.digest('hex') }));
    },
  });
}

/** The record in the last bytes of a file; null unless every bit of it is as it was written. */
export function parseChecksumRecord(tail: Buffer): ChecksumRecord | null {
  const line = tail.subarray(gzipHeader.length + storedBlockHeaderBytes).toString('latin1');
  const [, bytes, sha256] = /^{"checksum":{"bytes":(\d{1,15}),"sha256":"([0-9a-f]{64})"}} *\n/.exec(line) ?? [];
  if (bytes === undefined || sha256 === undefined) return null;
  const record = { bytes: Number(bytes), sha256 };
  return buildChecksumRecord(record).equals(tail) ? record : null;
}

/** Whether unpacked text ends with the line of a record, whole or not. */
export function hasChecksumLine(text: string): boolean {
  return text.includes('{"checksum":');
}

// One stored block: the same bytes whatever the version of zlib.
function buildChecksumRecord({ bytes, sha256 }: ChecksumRecord): Buffer {
  const line = Buffer.from(`${JSON.stringify({ checksum: { bytes, sha256 } }).padEnd(lineBytes - 1)}\n`, 'latin1');
  const blockHeader = Buffer.alloc(storedBlockHeaderBytes);
  blockHeader.writeUInt8(1, 0);
  blockHeader.writeUInt16LE(lineBytes, 1);
  blockHeader.writeUInt16LE(0xffff - lineBytes, 3);
  const trailer = Buffer.alloc(gzipTrailerBytes);
  trailer.writeUInt32LE(crc32(line), 0);
  trailer.writeUInt32LE(lineBytes, 4);
  return Buffer.concat([gzipHeader, blockHeader, line, trailer]);
}
