// The progress of an order at a given time. Pure: computed from its times, the code words in its link, and control
// overrides.

export interface ProviderOrder {
  id: string;
  service: string;
  link: string;
  /** The post of the link; two orders of one service for one post have "the same link". */
  post: string;
  quantity: number;
  /** In 1/100000 USD, like all money here. */
  charge: number;
  startCount: number;
  createdAtMs: number;
  cancelAtMs?: number;
  /** Its own pace, of an order of the past. */
  pace?: Pace;
  /** An override by a control. */
  set?: { status: string; remains?: string };
  /** The amount refunded for undelivered units. */
  returned?: number;
}

export interface Pace {
  startAfterMs: number;
  completeAfterMs: number;
}

export interface Progress {
  status: string;
  /** Usually a whole number; controls may set "-5" or "Unknown". */
  remains: string;
  charge: number;
}

export const DEFAULT_PACE: Pace = { startAfterMs: 20_000, completeAfterMs: 180_000 };
export const CANCEL_AFTER_MS = 10_000;
const PARTIAL_SHARE = 0.6;

export function computeProgress(order: ProviderOrder, nowMs: number, usual: Pace): Progress {
  const pace = order.pace ?? usual;
  const { quantity, charge } = order;
  if (order.set) return fromSet(order, order.set);
  const delivered = deliveredUnits(order, Math.min(nowMs, order.cancelAtMs ?? nowMs), pace);
  const remains = quantity - delivered;
  if (order.cancelAtMs !== undefined && nowMs >= order.cancelAtMs && remains > 0) {
    return {
      status: delivered === 0 ? 'Canceled' : 'Partial',
      remains: String(remains),
      charge: share(charge, delivered, quantity),
    };
  }
  const word = steeringWord(order.post);
  const runsMs = nowMs - order.createdAtMs;
  if (runsMs < pace.startAfterMs) return { status: 'Pending', remains: String(quantity), charge };
  const isOver = runsMs >= pace.completeAfterMs;
  if (word === 'cancel') return { status: 'Canceled', remains: String(quantity), charge: 0 };
  if (word === 'fail' && isOver) return { status: 'Fail', remains: String(quantity), charge: 0 };
  if (word === 'partial' && isOver) {
    return { status: 'Partial', remains: String(remains), charge: share(charge, delivered, quantity) };
  }
  if (isOver && word !== 'slow') return { status: 'Completed', remains: '0', charge };
  return { status: 'In progress', remains: String(remains), charge };
}

export const isActive = (progress: Progress) => ['Pending', 'In progress', 'Processing'].includes(progress.status);

/** "0.27819" */
export const formatMoney = (money: number) => (money / 100_000).toFixed(5);

export type SteeringWord = 'partial' | 'cancel' | 'refuse' | 'samelink' | 'slow' | 'fail';

/** A post's code may contain a word that determines the outcome of its orders. */
export function steeringWord(post: string): SteeringWord | null {
  const words: SteeringWord[] = ['partial', 'cancel', 'refuse', 'samelink', 'slow', 'fail'];
  return words.find((word) => post.toLowerCase().includes(word)) ?? null;
}

function deliveredUnits(order: ProviderOrder, nowMs: number, pace: Pace): number {
  const span = Math.max(1, pace.completeAfterMs - pace.startAfterMs);
  const part = Math.min(1, Math.max(0, (nowMs - order.createdAtMs - pace.startAfterMs) / span));
  const word = steeringWord(order.post);
  const limit = word === 'partial' || word === 'slow' ? PARTIAL_SHARE : word === 'fail' || word === 'cancel' ? 0 : 1;
  return Math.floor(order.quantity * Math.min(part, limit));
}

function fromSet(order: ProviderOrder, set: { status: string; remains?: string }): Progress {
  const half = String(order.quantity - Math.floor(order.quantity / 2));
  const usual: Record<string, string> = { Completed: '0', Partial: half, 'In progress': half, Processing: half };
  const remains = set.remains ?? usual[set.status] ?? String(order.quantity);
  const undelivered = /^\d+$/.test(remains) ? Math.min(Number(remains), order.quantity) : 0;
  const isGivenBack = /^(partial|cancel+ed|refunded|fail(ed)?)$/i.test(set.status);
  return {
    status: set.status,
    remains,
    charge: isGivenBack ? share(order.charge, order.quantity - undelivered, order.quantity) : order.charge,
  };
}

const share = (charge: number, delivered: number, quantity: number) => Math.round((charge * delivered) / quantity);
