// The releases of PostgreSQL that are known to this version of the store, from the release notes and the versioning policy
// of the PostgreSQL project. A release that is not listed is unknown here, not missing there.

export type PostgresVersion = { major: number; minor: number };

/** Days as YYYY-MM-DD. `minors`: by minor version, when it was released. */
type Major = { endOfLife: string; minors: Record<number, string> };

const releases: Record<number, Major> = {
  15: {
    endOfLife: '2027-11-11',
    minors: {
      0: '2022-10-13',
      1: '2022-11-10',
      2: '2023-02-09',
      3: '2023-05-11',
      4: '2023-08-10',
      5: '2023-11-09',
      6: '2024-02-08',
      7: '2024-05-09',
      8: '2024-08-08',
      9: '2024-11-14',
      10: '2024-11-21',
      11: '2025-02-13',
      12: '2025-02-20',
      13: '2025-05-08',
      14: '2025-08-14',
      15: '2025-11-13',
      16: '2026-02-12',
      17: '2026-02-26',
      18: '2026-05-14',
      19: '2026-08-13',
      20: '2026-11-12',
    },
  },
  16: {
    endOfLife: '2028-11-09',
    minors: {
      0: '2023-09-14',
      1: '2023-11-09',
      2: '2024-02-08',
      3: '2024-05-09',
      4: '2024-08-08',
      5: '2024-11-14',
      6: '2024-11-21',
      7: '2025-02-13',
      8: '2025-02-20',
      9: '2025-05-08',
      10: '2025-08-14',
      11: '2025-11-13',
      12: '2026-02-12',
      13: '2026-02-26',
      14: '2026-05-14',
      15: '2026-08-13',
    },
  },
  17: {
    endOfLife: '2029-11-08',
    minors: {
      0: '2024-09-26',
      1: '2024-11-14',
      2: '2024-11-21',
      3: '2025-02-13',
      4: '2025-02-20',
      5: '2025-05-08',
      6: '2025-08-14',
      7: '2025-11-13',
      8: '2026-02-12',
      9: '2026-02-26',
      10: '2026-05-14',
      11: '2026-08-13',
      12: '2026-11-12',
    },
  },
  18: {
    endOfLife: '2030-11-14',
    minors: {
      0: '2025-09-25',
      1: '2025-11-13',
      2: '2026-02-12',
      3: '2026-02-26',
      4: '2026-05-14',
      // There is no 18.5.
      6: '2026-08-13',
    },
  },
};

export type KnownRelease = {
  /** Null: the release is not listed. */
  releasedOn: string | null;
  /** Null: the major version is not listed. */
  endOfLife: string | null;
  /** The first release of the same major version after this one; null: none is listed. */
  next: { version: PostgresVersion; releasedOn: string } | null;
  /** The last one that is listed, where it is newer. */
  newest: { version: PostgresVersion; releasedOn: string } | null;
};

export function findRelease({ major, minor }: PostgresVersion): KnownRelease {
  const { endOfLife = null, minors = {} } = releases[major] ?? {};
  const newer = Object.entries(minors)
    .map(([key, releasedOn]) => ({ version: { major, minor: Number(key) }, releasedOn }))
    .filter(({ version }) => version.minor > minor)
    .sort((a, b) => a.version.minor - b.version.minor);
  return { releasedOn: minors[minor] ?? null, endOfLife, next: newer[0] ?? null, newest: newer.at(-1) ?? null };
}

/** `18.6`; null for what is no released version, as `19beta1`. */
export function parsePostgresVersion(text: string): PostgresVersion | null {
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(text) ?? [];
  return major === undefined || minor === undefined ? null : { major: Number(major), minor: Number(minor) };
}

export function showVersion({ major, minor }: PostgresVersion): string {
  return `${major}.${minor}`;
}

/** Of the same major version. */
export function isOlder(one: PostgresVersion, other: PostgresVersion): boolean {
  return one.minor < other.minor;
}

/** The column `number` holds `server_version_num`. */
export const versionSql = "select current_setting('server_version_num')::int as number";

export function versionOfNumber(number: number): PostgresVersion {
  return { major: Math.floor(number / 10_000), minor: number % 10_000 };
}
