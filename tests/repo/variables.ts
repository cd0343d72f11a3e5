// The names of the variables that the store reads, taken from the files that read them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/platform/project-root.ts';

const source = ['config/config.ts', 'observability/tracing/tracing-config.ts']
  .map((file) => readFileSync(join(projectRoot(), 'server', file), 'utf8'))
  .join('\n');

/** Without the NAME_FILE by which each may be given too. */
export function variablesOfStore(): Set<string> {
  return new Set([...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(([, name = '']) => name));
}
