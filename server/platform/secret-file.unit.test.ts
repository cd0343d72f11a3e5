import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecretFile, hexSecret, readSecretFile, SecretRefusal } from './secret-file.ts';

const secret = '0123456789abcdef'.repeat(4);
const isWindows = process.platform === 'win32';
const isRoot = process.getuid?.() === 0;
let folder: string;
let path: string;
let warnings: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'applaud-secret-'));
  path = join(folder, 'a-secret');
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = () =>
  readSecretFile(path, { form: hexSecret, renewal: 'write another one', warn: (message) => warnings.push(message) });

function refusal(): string {
  try {
    return `taken: ${JSON.stringify(read())}`;
  } catch (error) {
    expect(error).toBeInstanceOf(SecretRefusal);
    return (error as Error).message;
  }
}

describe('a file with a secret', () => {
  test('is made once, private, and read again', () => {
    path = join(folder, 'new', 'a-secret');
    expect(read()).toEqual({ secret: null, problem: 'is missing', isMissing: true });
    createSecretFile(path);
    const made = read();
    expect(made.secret).toMatch(/^[0-9a-f]{64}$/);
    createSecretFile(path);
    expect(read()).toEqual(made);
    expect(readdirSync(join(folder, 'new'))).toEqual(['a-secret']);
    if (!isWindows) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(warnings).toEqual([]);
  });

  test('is made whole beside what a killed start left', () => {
    writeFileSync(`${path}.${process.pid}`, 'half');
    createSecretFile(path);
    expect(read().secret).toHaveLength(64);
    expect(readdirSync(folder)).toEqual(['a-secret']);
  });

  test('may end with a line end, as an editor leaves it', () => {
    writeFileSync(path, `${secret}\n`, { mode: 0o600 });
    expect(read()).toEqual({ secret });
  });

  test.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    [secret.slice(1), 'does not hold 64 hexadecimal digits'],
    [`${secret}0`, 'does not hold 64 hexadecimal digits'],
    [secret.toUpperCase(), 'does not hold 64 hexadecimal digits'],
    [secret.replace('0', 'x'), 'does not hold 64 hexadecimal digits'],
    [`${secret}\n${secret}`, 'does not hold 64 hexadecimal digits'],
    ['\0'.repeat(64), 'does not hold 64 hexadecimal digits'],
  ])('with %j is no secret', (text, problem) => {
    writeFileSync(path, text, { mode: 0o600 });
    expect(read()).toEqual({ secret: null, problem, isMissing: false });
  });

  test.skipIf(isWindows)('that others may read or write is made private, with one warning that names it', () => {
    for (const mode of [0o644, 0o640, 0o620, 0o602, 0o666]) {
      writeFileSync(path, secret);
      chmodSync(path, mode);
      expect(read()).toEqual({ secret });
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(warnings.splice(0)).toEqual([
        `${path} was open to other users of this machine, and is private now. If one of them may have read it, renew it: write another one.`,
      ]);
      expect(read()).toEqual({ secret });
      expect(warnings).toEqual([]);
    }
  });

  test.skipIf(isWindows)('that is a link, a folder or no file at all is refused', () => {
    const target = join(folder, 'target');
    writeFileSync(target, secret, { mode: 0o600 });
    symlinkSync(target, path);
    expect(refusal()).toBe(`${path} is a symbolic link, but must be a file of its own: put the secret itself there.`);
    rmSync(path);
    symlinkSync(join(folder, 'nowhere'), path);
    expect(refusal()).toMatch(/ is a symbolic link, /);
    rmSync(path);
    mkdirSync(path);
    expect(refusal()).toMatch(/ is not a regular file, /);
  });

  test.runIf(isRoot)('of another user is refused, unless the folder is that user’s too (needs root)', () => {
    writeFileSync(path, secret, { mode: 0o600 });
    chownSync(path, 65_534, 65_534);
    expect(refusal()).toMatch(/belongs to user 65534, but the store runs as user 0: .*chown\.$/);
    chownSync(folder, 65_534, 65_534);
    expect(read()).toEqual({ secret });
  });

  test.skipIf(isWindows || isRoot)('that cannot be read is refused (needs a normal user)', () => {
    writeFileSync(path, secret);
    chmodSync(path, 0);
    expect(refusal()).toMatch(/cannot be read \(EACCES\)/);
  });
});
