// Endpoints of the statement and of other costs.
import { costFileLimits } from '../../../contract/finance-rules.ts';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { readCursor, toPage, writeCursor } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { proposeColumns, proposeDayOrder, readCostFile, readCostLines } from './cost-file.ts';
import type { CostPosition, NewOtherCost, OtherCost } from './finances.repository.ts';
import * as finances from './finances.repository.ts';
import { listColumns } from './periods.ts';
import { addUp, noCosts, toFigures } from './statement.ts';

const costsPath = '/api/admin/finances/costs';

type CostInput = CallFor<'POST /api/admin/finances/costs'>['body'];

export const financesRoutes = routes({
  readStatement: async ({ replicaReads }, { query: { step, columns: count, until, source = null } }) => {
    return replicaReads.run(async ({ db }) => {
      const today = await finances.readToday(db);
      const columns = listColumns(step, count, until === undefined || until > today ? today : until, today);
      const spans = columns.flatMap((column) => [column, column.before, column.yearBefore]);
      const [sums, unsent] = await Promise.all([
        finances.readSpans(db, spans, source),
        finances.countUnsent(db, columns, source),
      ]);
      const shown = columns.map(({ from, to, isRunning, before, yearBefore }, at) => ({
        from,
        to,
        running: isRunning,
        unsent_orders: unsent[at] ?? 0,
        figures: toFigures(sums[3 * at]),
        before: { ...before, figures: toFigures(sums[3 * at + 1]) },
        year_before: { ...yearBefore, figures: toFigures(sums[3 * at + 2]) },
      }));
      const whole = { from: columns[0]?.from ?? today, to: columns.at(-1)?.to ?? today };
      const total = { ...whole, figures: addUp(shown.map(({ figures }) => figures)) };
      return { step, source, currency: 'USD' as const, today, columns: shown, total };
    });
  },

  readFinanceGroups: async ({ replicaReads }, { query: { by, from, to, source = null } }) => {
    const isOfSources = by === 'source' || by === 'campaign' || (by === 'currency' && source !== null);
    const groups: (finances.DaySums & { name: string; adsCents?: number })[] = await replicaReads.run(({ db }) =>
      isOfSources ? finances.readSourceGroups(db, by, { from, to }, source) : finances.readGroups(db, by, { from, to }),
    );
    return groups.map(({ name, adsCents: ads = 0, ...sums }) => {
      const { other_costs: _, costs_by_kind, ...figures } = toFigures({ ...sums, otherCents: { ...noCosts, ads } });
      return { name, ...figures, ads: by === 'source' ? costs_by_kind.ads : null };
    });
  },

  listOtherCosts: async ({ replicaReads }, { query }, call) => {
    const after = readCostCursor(query.cursor);
    const rows = await replicaReads.run(({ db }) => finances.listCosts(db, after, query.limit + 1));
    const toCursor = ({ day, id }: OtherCost) => writeCursor([day, id]);
    return toPage(call, rows, { path: costsPath, query, toCursor }).map(toCost);
  },

  addOtherCost: (ctx, { body }, call) =>
    saveCost(ctx, call, 'cost.added', (tx) => finances.addCost(tx, ctx.ids.uuid(), readCost(body))),

  changeOtherCost: (ctx, { params: { id }, body }, call) =>
    saveCost(ctx, call, 'cost.changed', (tx) => finances.changeCost(tx, id, readCost(body))),

  deleteOtherCost: async (ctx, { params: { id } }, call) => {
    await saveCost(ctx, call, 'cost.deleted', (tx) => finances.deleteCost(tx, id));
    return { success: true };
  },

  restoreOtherCost: async (ctx, { params: { id } }, call) => {
    const present = await finances.findCost(ctx.database.db, id);
    if (present?.deletedAt === null) return toCost(present);
    return saveCost(ctx, call, 'cost.restored', (tx) => finances.restoreCost(tx, id));
  },

  importOtherCosts: (ctx, { body }, call) => importCosts(ctx, body, call),
});

type ImportInput = Required<Pick<CallFor<'POST /api/admin/finances/costs/import'>['body'], 'file' | 'kind' | 'save'>> &
  Pick<CallFor<'POST /api/admin/finances/costs/import'>['body'], 'columns' | 'day_order'>;

async function importCosts(
  ctx: StoreContext,
  { file: text, columns: chosen, day_order, kind, save }: ImportInput,
  call: Call,
): Promise<AnswerFor<'POST /api/admin/finances/costs/import'>> {
  const file = readCostFile(text);
  const columns = chosen ?? proposeColumns(file);
  const dayOrder = chosen ? (day_order ?? 'ymd') : proposeDayOrder(file, columns);
  const about = { headings: file.headings, columns, day_order: dayOrder, lines: file.lines.length };
  const nothing = { added: 0, known: 0, refused: 0, saved: false, preview: [], problems: [] };
  // The admin chooses the columns that the first line does not name.
  if (!chosen && (columns.day === null || columns.amount === null)) return { ...about, ...nothing };
  const { read, refused } = readCostLines(file, { columns, dayOrder, kind });
  const known = await finances.findImported(
    ctx.database.db,
    read.map(({ importKey }) => importKey),
  );
  const added = read.filter(({ importKey }) => !known.has(importKey));
  let count = added.length;
  const isSaved = save && refused.length === 0;
  if (isSaved && added.length > 0) {
    const admin = getAdmin(call);
    await ctx.database.transaction(async (tx) => {
      const rows = added.map(({ cost, importKey }) => ({ ...cost, importKey, id: ctx.ids.uuid() }));
      const imported = await finances.importCosts(tx, rows);
      count = imported.length;
      if (count === 0) return;
      const cents = imported.reduce((sum, { amountCents }) => sum + amountCents, 0);
      const entry = { actor: `admin:${admin.id}`, action: 'costs.imported', subject: 'other costs' };
      await ctx.audit.record(tx, { ...entry, details: { count, amountCents: cents } });
    });
  }
  return {
    ...about,
    added: count,
    known: read.length - count,
    refused: refused.length,
    saved: isSaved,
    preview: read.slice(0, costFileLimits.shown).map(({ line, cost, importKey }) => ({
      line,
      known: known.has(importKey),
      ...toCostFields(cost),
    })),
    problems: refused.slice(0, costFileLimits.problems).map(({ line, text: cells, reason }) => ({
      line,
      text: cells,
      message: englishMessage(reason),
      ...reason,
    })),
  };
}

/** In one transaction with its entry of the audit log. Throws not_found. */
async function saveCost(
  ctx: StoreContext,
  call: Call,
  action: string,
  save: (tx: Tx) => Promise<OtherCost | null>,
): Promise<ReturnType<typeof toCost>> {
  const admin = getAdmin(call);
  return ctx.database.transaction(async (tx) => {
    const saved = await save(tx);
    if (!saved) throw new StoreError('not_found');
    const { id, day, kind, source, amountCents, currency } = saved;
    const details = { id, day, kind, source, amountCents, currency };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject: 'other costs', details });
    return toCost(saved);
  });
}

function readCost({ amount, ...cost }: CostInput): NewOtherCost {
  return { ...cost, amountCents: Math.round(amount * 100) };
}

function toCostFields({ day, kind, source, amountCents, currency, note }: NewOtherCost) {
  return { day, kind, source, amount: dollarsFromCents(amountCents), currency, note };
}

function toCost(cost: OtherCost) {
  const { id, createdAt, updatedAt } = cost;
  return { id, ...toCostFields(cost), created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

function readCostCursor(cursor: string | undefined): CostPosition | null {
  return readCursor(cursor, ([day = '', id = '']) =>
    /^\d{4}-\d\d-\d\d$/.test(day) && isUuid(id) ? { day, id } : null,
  );
}
