// The version of the store: that of package.json, for the log, health checks, metrics, the admin and the API document.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

const manifest = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string };

export const version = manifest.version;
