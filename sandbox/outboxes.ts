// Records with pending notifications, one file each, so that a payment and its notification are written atomically.
import type { Disk, Writing } from './disk.ts';

export interface Notice {
  id: string;
  url: string;
  wrongSecret?: boolean;
  body: unknown;
  /** An action that runs before the send and creates the body. */
  act?: string;
  attempt: number;
  dueAt: number;
  claim?: { token: string; untilMs: number };
}

export interface WithOutbox {
  id: string;
  outbox: Notice[];
  sent: { id: string; attempt: number; status: number | null; at: string; gaveUp?: boolean }[];
}

export interface Outboxes<O extends WithOutbox> {
  find(id: string): Promise<O | null>;
  list(): Promise<O[]>;
  /** Runs exclusively for this record. A returned record is stored; null leaves the stored one unchanged. */
  change<T>(id: string, work: (record: O | null) => Promise<[O | null, T]> | [O | null, T]): Promise<T>;
  withNotices(): Promise<string[]>;
}

/** `records`, `due`: folders. `scope`: of the locks. */
export function createOutboxes<O extends WithOutbox>(
  disk: Disk,
  { records, due, scope }: { records: string; due: string; scope: string },
): Outboxes<O> {
  const find = (id: string) => disk.read<O>(records, id);

  // Writes the marker first: a crash in between leaves a marker without work, never work without a marker.
  async function store(writing: Writing, record: O): Promise<void> {
    if (record.outbox.length > 0) await writing.put(due, record.id, { orderId: record.id });
    await writing.put(records, record.id, record);
    if (record.outbox.length === 0) await writing.drop(due, record.id);
  }

  return {
    find,
    list: () => disk.list<O>(records),
    change: (id, work) =>
      disk.change(`${scope}:${id}`, async (writing) => {
        const [changed, outcome] = await work(await find(id));
        if (changed) await store(writing, changed);
        return outcome;
      }),
    withNotices: async () => (await disk.list<{ orderId: string }>(due)).map((entry) => entry.orderId),
  };
}
