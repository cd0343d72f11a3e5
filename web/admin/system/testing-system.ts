// Parts of the System page for tests and pictures: one of each level.
import type { SystemCheckId } from '../../../contract/system-rules.ts';
import type { SystemCheck } from './system-format.ts';

export function unmeasured(id: SystemCheckId): SystemCheck {
  return { id, level: 'unknown', state: 'unmeasured', value: null, at: null, problem: null, facts: {} };
}

const at = '2026-03-01T11:00:00.000Z';

function measured(id: SystemCheckId, level: SystemCheck['level'], value: number, more: Partial<SystemCheck> = {}) {
  return { ...unmeasured(id), state: 'measured' as const, level, value, ...more };
}

export const testChecks: SystemCheck[] = [
  measured('database', 'green', 0),
  measured('database_version', 'amber', 109, {
    facts: {
      version: '18.4',
      released_on: '2026-05-14',
      ends_on: '2030-11-14',
      newest_version: '18.6',
      newest_released_on: '2026-08-13',
    },
  }),
  measured('database_growth', 'green', 20_000_000, { facts: { size_bytes: 1_200_000_000 } }),
  measured('disk', 'amber', 85, { facts: { free_bytes: 15_000_000_000, size_bytes: 100_000_000_000 } }),
  measured('node', 'amber', 214, { facts: { version: '20.20.2', ends_on: '2026-04-30' } }),
  { ...unmeasured('replica'), state: 'off' },
  measured('queue', 'green', 12, { facts: { waiting: 3, running: 2 } }),
  measured('dead_jobs', 'amber', 1),
  measured('backup', 'green', 9.5, { at, facts: { size_bytes: 2_340_000 } }),
  measured('backup_check', 'green', 9.5, { at }),
  measured('mail', 'green', 0, { at, facts: { unsent: 0 } }),
  { ...unmeasured('channels'), state: 'off' },
  { ...unmeasured('gateway'), facts: { calls: 4 } },
  measured('provider', 'amber', 12_000, { facts: { p50_ms: 240, p95_ms: 12_000, calls: 310 } }),
  measured('heartbeat', 'red', 3, { at, problem: 'The monitor returned HTTP 404.', facts: { interval_minutes: 5 } }),
];
