// The rules of the System page: when a part turns amber or red, and what to do then. Pure, without zod.

export const heartbeatMinutes = { least: 1, first: 5, most: 60 } as const;

/** In display order. */
export const systemChecks = [
  'database',
  'database_version',
  'database_growth',
  'disk',
  'node',
  'replica',
  'queue',
  'dead_jobs',
  'backup',
  'backup_check',
  'mail',
  'channels',
  'gateway',
  'provider',
  'heartbeat',
] as const;

export type SystemCheckId = (typeof systemChecks)[number];

/** unknown: not measured yet, or not set up. */
export const systemLevels = ['green', 'amber', 'red', 'unknown'] as const;
export type SystemLevel = (typeof systemLevels)[number];

export const systemUnits = ['seconds', 'hours', 'days', 'ms', 'count', 'percent', 'bytes_per_day'] as const;
export type SystemUnit = (typeof systemUnits)[number];

export type SystemRule = {
  unit: SystemUnit;
  /** The level from this value on. */
  amber: number;
  red: number;
  /** The level of a live store where the part is not set up. A sandbox store needs none of them. */
  off: 'amber' | 'unknown';
  /** What to do about amber and red. */
  act: string;
};

export const systemRules: Record<SystemCheckId, SystemRule> = {
  database: {
    unit: 'seconds',
    amber: 1,
    red: 1,
    off: 'unknown',
    act: 'Check the disk and the connections of the database. /readyz names the reason.',
  },
  // Days since the next minor version was released.
  database_version: {
    unit: 'days',
    amber: 90,
    red: 365,
    off: 'unknown',
    act: 'Install the newest minor version of PostgreSQL. For the bundled one set POSTGRES_BIN_DIR, or update the store.',
  },
  database_growth: {
    unit: 'bytes_per_day',
    amber: 1_000_000_000,
    red: 5_000_000_000,
    off: 'unknown',
    act: 'Shorten the periods in Settings, Retention, or give the database more disk.',
  },
  disk: {
    unit: 'percent',
    amber: 80,
    red: 90,
    off: 'unknown',
    act: 'Free space, or enlarge the disk of DATA_DIR. A full disk stops all sales.',
  },
  node: {
    unit: 'days',
    amber: 1,
    red: 365,
    off: 'unknown',
    act: 'Install a newer Node (docs/install.md), then restart the store.',
  },
  replica: {
    unit: 'seconds',
    amber: 10,
    red: 60,
    off: 'unknown',
    act: 'Check the load and the network of the replica. Until then the primary answers.',
  },
  queue: {
    unit: 'seconds',
    amber: 60,
    red: 300,
    off: 'unknown',
    act: 'Search the log for "the job queue is restarted". Restart the process if jobs do not move.',
  },
  dead_jobs: {
    unit: 'count',
    amber: 1,
    red: 10,
    off: 'unknown',
    act: 'Remove the cause that the error names, then retry the job. Delete it only if its work is done.',
  },
  backup: {
    unit: 'hours',
    amber: 26,
    red: 50,
    off: 'amber',
    act: 'Set the backup folder in Settings, or search the log for the last failure. Then make a backup there.',
  },
  backup_check: {
    unit: 'hours',
    amber: 50,
    red: 192,
    off: 'unknown',
    act: 'Make a backup again, and verify it with npm run backup -- --verify FILE. Check the disk if it fails again.',
  },
  mail: {
    unit: 'count',
    amber: 1,
    red: 5,
    off: 'amber',
    act: 'Open the unsent emails in the inbox: each has its error. Test the server in Settings, Email server.',
  },
  channels: {
    unit: 'count',
    amber: 1,
    red: 2,
    off: 'unknown',
    act: 'Send a test message to the failing channel, and connect it again if that fails.',
  },
  gateway: {
    unit: 'ms',
    amber: 3_000,
    red: 10_000,
    off: 'unknown',
    act: 'Check the status page of the payment gateway. Pause the checkout if payments fail.',
  },
  provider: {
    unit: 'ms',
    amber: 5_000,
    red: 15_000,
    off: 'unknown',
    act: 'Contact the provider, or move another provider to the top in the API tab.',
  },
  heartbeat: {
    unit: 'count',
    amber: 1,
    red: 3,
    off: 'unknown',
    act: 'Check the ping URL in Settings, Monitoring, and the status of the monitor.',
  },
};

/** Fewer calls in a day are too few for a percentile. */
export const leastCalls = 5;

/** A gateway or provider is amber or red when so many of its last calls, within these minutes, were slow or failed. */
export const callHealth = { calls: 20, minutes: 15, bad: 5 } as const;

/** `ms` is infinite for a call that failed at its service. */
export type RecentCall = { atMs: number; ms: number };

/** By rate and recency: one slow call does not change the level. `calls`: the last ones, in any order. */
export function computeCallLevel(id: 'gateway' | 'provider', calls: readonly RecentCall[], nowMs: number): SystemLevel {
  const recent = [...calls]
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, callHealth.calls)
    .filter(({ atMs }) => nowMs - atMs <= callHealth.minutes * 60_000);
  const isAtLeast = (level: 'amber' | 'red') =>
    recent.filter(({ ms }) => ms >= systemRules[id][level]).length >= callHealth.bad;
  if (isAtLeast('red')) return 'red';
  return isAtLeast('amber') ? 'amber' : 'green';
}

/** The level of a measured value. */
export function levelOf(id: SystemCheckId, value: number): SystemLevel {
  const { amber, red } = systemRules[id];
  if (value >= red) return 'red';
  return value >= amber ? 'amber' : 'green';
}

/** The most urgent of some levels. */
export function worstLevel(levels: readonly SystemLevel[]): SystemLevel {
  return (['red', 'amber', 'green'] as const).find((level) => levels.includes(level)) ?? 'unknown';
}
