// A dozen connections that never finish their request, beside all others; a new dozen once the store has ended them.
import { openSlowSender, type SlowSender, senderKinds } from '../support/slow-senders.ts';

export type SlowLines = ReturnType<typeof createSlowLines>;

const count = 12;

export function createSlowLines(url: string) {
  const port = Number(new URL(url).port);
  let senders: SlowSender[] = [];
  // A mute one reads nothing, not even the end.
  const readers = () => senders.filter(({ kind }) => kind !== 'mute');
  const isEnded = () => readers().every(({ endedAfterMs }) => endedAfterMs() !== null);
  const faults = () =>
    readers()
      .filter(({ received }) => !received().startsWith('HTTP/1.1 408 '))
      .map(({ kind, received }) => `a sender (${kind}) is ended with: ${received().slice(0, 100)}`);
  const close = () => {
    for (const sender of senders) sender.destroy();
  };

  return {
    isEnded,
    faults,
    close,
    async renew(): Promise<string[]> {
      if (!isEnded()) return [];
      const found = faults();
      close();
      const kinds = Array.from({ length: count }, (_, nth) => senderKinds[nth % senderKinds.length] ?? 'silent');
      senders = await Promise.all(kinds.map((kind) => openSlowSender(kind, port)));
      return found;
    },
  };
}
