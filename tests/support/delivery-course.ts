// A plain count of what happens to the links of one order: what each report of a provider adds to the histograms. It
// repeats the rules in the simplest form, without the database.

/** Of a provider about a link. `remains`: as in the response. */
export type LinkReport = { status: string; remains: number | string };

/** Times in seconds from the payment. */
type Leg = {
  providerId: string;
  /** With the prefix of its provider. */
  providerOrderId: string;
  quantity: number;
  sentAt: number;
  status: string | null;
  remains: number | null;
  isFollowed: boolean;
  begins: number | null;
  ends: number | null;
  completed: number | null;
  /** A refill settled its missing part. */
  isSettled: boolean;
};

/** Null: its rest is at no provider. */
export type LinkCourse = { leg: Leg | null; isRefilled: boolean };
export type OrderCourse = { links: LinkCourse[]; hasBegun: boolean; isCompleted: boolean };
type Count = (name: string) => void;

const bucketOf = (size: number) => Math.floor(4 * Math.log2(Math.max(size, 1)));
const isFinal = (status: string | null) => ['Completed', 'Partial', 'Canceled'].includes(status ?? '');

export function newLeg(sent: Pick<Leg, 'providerId' | 'providerOrderId' | 'quantity' | 'sentAt'>): Leg {
  const nothing = { status: null, remains: null, begins: null, ends: null, completed: null };
  return { ...sent, ...nothing, isFollowed: true, isSettled: false };
}

/** False where the time of the test itself could move the link to the next bucket. */
export function isCertain({ sentAt, quantity }: Leg, seconds: number): boolean {
  const inner = [seconds - sentAt, (quantity * 3_600) / (seconds - sentAt)].map((size) => (4 * Math.log2(size)) % 1);
  return inner.every((part) => part > 0.1 && part < 0.9);
}

/** `count` gets the name of each figure that grows by one. */
export function applyReport(order: OrderCourse, link: LinkCourse, report: LinkReport, seconds: number, count: Count) {
  const { leg } = link;
  if (!leg?.isFollowed) return;
  const text = String(report.remains);
  const remains = /^\d+$/.test(text) && Number(text) <= leg.quantity ? Number(text) : null;
  const isCompleted = report.status === 'Completed';
  leg.status = report.status;
  leg.remains = remains ?? (isCompleted ? 0 : leg.remains);
  leg.isFollowed = !isFinal(report.status);
  const took = seconds - leg.sentAt;
  const add = (name: string) => count(`${name.replace(' ', ` ${leg.providerId} ${bandOf(leg)} `)}`);
  const hasUnits = isCompleted || leg.isSettled || (leg.remains !== null && leg.remains < leg.quantity);
  if (leg.begins === null && hasUnits) {
    leg.begins = seconds;
    add(`first_progress ${bucketOf(took)}`);
    if (!order.hasBegun) count(`order began ${bucketOf(seconds)}`);
    order.hasBegun = true;
  }
  if (leg.ends === null && isFinal(report.status)) {
    leg.ends = seconds;
    if (!isCompleted) add('short 0');
    else {
      add(`completed ${bucketOf(took)}`);
      add(`units_per_hour ${bucketOf((leg.quantity * 3_600) / took)}`);
    }
  }
  if (leg.completed !== null || !isCompleted) return;
  leg.completed = seconds;
  if (order.isCompleted || order.links.some((one) => one.leg?.completed == null)) return;
  order.isCompleted = true;
  count(`order completed ${bucketOf(seconds)}`);
}

/** The provider did a refill of the link. */
export function applyRefill(link: LinkCourse, count: Count): void {
  const { leg } = link;
  if (!leg) return;
  if (!leg.isFollowed && isFinal(leg.status) && leg.status !== 'Completed' && leg.remains !== 0) leg.isSettled = true;
  if (!link.isRefilled) count(`refilled ${leg.providerId} ${bandOf(leg)} 0`);
  link.isRefilled = true;
}

function bandOf({ quantity }: Leg): number {
  return [1_000, 5_000, 20_000].filter((most) => quantity > most).length;
}
