// Counts buyers whose order was refused and who placed none afterwards. In memory by the code of their address, for half an hour;
// then a counter by day, source and reason is all that is kept. A refused request does not wait for the database.
import type { RefusalKind } from '../../../contract/losses.ts';
import { sourcesWithoutVisitors } from '../../../contract/source-lists.ts';
import type { StoreError } from '../../../contract/store-error.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { addRefusals } from './losses.repository.ts';

/** A buyer who orders within this time was not lost. */
const waitMs = 30 * 60_000;
const flushMs = 60_000;
/** Of more buyers at once, the oldest are counted early. */
const mostWaiting = 2_000;

type Refusal = { source: string; reason: RefusalKind; atMs: number };

/** What this process refused and did not count yet; the oldest first. */
const bufferOf = oncePerContext(() => ({
  waiting: new Map<string, Refusal>(),
  timer: null as NodeJS.Timeout | null,
  writing: Promise.resolve(),
}));

/** `buyer`: the code of an address. Its last refusal counts. */
export function noteRefusal(
  ctx: StoreContext,
  { buyer, source, reason }: { buyer: string; source: string; reason: RefusalKind },
): void {
  // Of these no visitors are counted that could be lost.
  if (sourcesWithoutVisitors.includes(source)) return;
  const { waiting } = bufferOf(ctx);
  waiting.delete(buyer);
  waiting.set(buyer, { source, reason, atMs: ctx.clock.now().getTime() });
  if (waiting.size > 2 * mostWaiting) void flushRefusals(ctx);
  else flushSoon(ctx);
}

export function notePlaced(ctx: StoreContext, buyer: string): void {
  bufferOf(ctx).waiting.delete(buyer);
}

/** Writes what has waited long enough; with `all`, everything. One after the other. */
export function flushRefusals(ctx: StoreContext, all = false): Promise<void> {
  const buffer = bufferOf(ctx);
  if (buffer.timer) clearTimeout(buffer.timer);
  buffer.timer = null;
  buffer.writing = buffer.writing.then(() => write(ctx, all));
  return buffer.writing;
}

function flushSoon(ctx: StoreContext): void {
  bufferOf(ctx).timer ??= setTimeout(() => void flushRefusals(ctx), flushMs).unref();
}

/** Never throws: while the database is away, the refusals wait. */
async function write(ctx: StoreContext, all: boolean): Promise<void> {
  const { waiting } = bufferOf(ctx);
  const dueMs = ctx.clock.now().getTime() - waitMs;
  const surplus = waiting.size - mostWaiting;
  const due = [...waiting].filter(([, { atMs }], place) => all || atMs <= dueMs || place < surplus);
  for (const [buyer] of due) waiting.delete(buyer);
  const counts = new Map<string, Omit<Refusal, 'atMs'> & { count: number }>();
  for (const [, { source, reason }] of due) {
    const key = `${reason} ${source}`;
    counts.set(key, { source, reason, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  try {
    if (counts.size > 0) await addRefusals(ctx.database.db, [...counts.values()]);
  } catch (error) {
    ctx.log.warn({ problem: error instanceof Error ? error.name : '' }, 'refused orders wait to be counted');
    if (waiting.size < mostWaiting)
      for (const [buyer, refusal] of due) if (!waiting.has(buyer)) waiting.set(buyer, refusal);
  }
  if (waiting.size > 0 && !all) flushSoon(ctx);
}

/** Null for a repeat of a request, and for a fault of the store. */
export function findRefusalKind(error: StoreError): RefusalKind | null {
  switch (error.code) {
    case 'invalid_input':
      return error.details.field === 'post_links' ? 'link' : 'form';
    case 'offer_unknown':
      return 'form';
    case 'price_changed':
      return 'price';
    case 'rate_limited':
      return 'limit';
    case 'not_open':
    case 'checkout_paused':
    case 'category_paused':
      return 'paused';
    default:
      return null;
  }
}
