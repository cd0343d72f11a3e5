// Whether the store can send by a channel.
import type { ChannelRow } from './plan.repository.ts';

type StateOf = Pick<ChannelRow, 'enabled' | 'goneAt' | 'failures'> & { isSealed?: boolean };

/** No failure counts any more. */
export const healthyChannel = { failures: 0, failingSince: null, retryAt: null, goneAt: null } as const;

/** failing: its last messages failed, the other side removed it, or its configuration cannot be opened (`isSealed`). */
export function channelStateOf({ enabled, goneAt, failures, isSealed = false }: StateOf): 'ok' | 'failing' | 'off' {
  if (!enabled) return 'off';
  return goneAt !== null || failures > 0 || isSealed ? 'failing' : 'ok';
}
