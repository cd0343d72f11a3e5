// When the versions that the store runs on get their last security updates, as of this release.
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import type { Clock } from './clock.ts';

/** The last day with updates of each major version, by the schedule of its publisher. */
export type SupportEnds = { readonly [major: number]: string };

/** https://github.com/nodejs/Release, schedule.json */
export const nodeSupportEnds: SupportEnds = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

export type Support = {
  version: string;
  /** Null: this release has no date for this version. */
  endsOn: string | null;
  /** Whole days since then, 0 until then. */
  daysPast: number;
};

const dayMs = 86_400_000;

export function readSupport(version: string, ends: SupportEnds, at: Date): Support {
  const endsOn = ends[Number.parseInt(version, 10)] ?? null;
  const today = Math.floor(at.getTime() / dayMs);
  return { version, endsOn, daysPast: endsOn === null ? 0 : Math.max(0, today - Date.parse(endsOn) / dayMs) };
}

export function readNodeSupport({ nodeVersion, clock }: { nodeVersion: string; clock: Clock }): Support {
  return readSupport(nodeVersion, nodeSupportEnds, clock.now());
}

/** The launch check about a Node without security updates; null: it gets them. */
export function nodeCheck(support: Support): StoreMessage | null {
  const { version, endsOn, daysPast } = support;
  return endsOn === null || daysPast === 0 ? null : storeMessage('check_node', { version, day: endsOn });
}
