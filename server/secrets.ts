// Secrets that a sandbox store makes once and keeps in its data folder. Live stores bring their own.
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret kept in `folder` under `name`, made on the first call; two processes that start together get the same. */
export function keptSecret(folder: string, name: string): string {
  const file = join(folder, name);
  const known = readIfThere(file);
  if (known) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, randomBytes(32).toString('hex'), { mode: 0o600 });
  try {
    // A link is made once, whole, by whoever comes first.
    linkSync(mine, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/** A secret for one purpose that follows from another one. */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex');
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8') || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
