// Endpoints of the statement, of other costs, and of the rates of currencies.
import { subjectOfKey } from '../../../contract/offers.ts';
import { readToday } from '../../database/zones.ts';
import { readCursor, toPage, writeCursor } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import { routes } from '../../store-module.ts';
import { importCosts } from './cost-import.service.ts';
import { listRates } from './currency-rates.repository.ts';
import { addRate, changeRate, deleteRate, restoreRate, toRate } from './currency-rates.service.ts';
import { type CostPosition, listCosts } from './other-costs.repository.ts';
import { addCost, changeCost, deleteCost, restoreCost, toCost } from './other-costs.service.ts';
import { listColumns } from './periods.ts';
import * as statement from './statement.repository.ts';
import { addUp, noCosts, toFigures } from './statement.ts';

const financesPath = '/api/admin/finances';

export const financesRoutes = routes({
  readStatement: async ({ replicaReads }, { query: { step, columns: count, until, source = null } }) => {
    return replicaReads.run(async ({ db }) => {
      const today = await readToday(db);
      const columns = listColumns(step, count, until === undefined || until > today ? today : until, today);
      const spans = columns.flatMap((column) => [column, column.before, column.yearBefore]);
      const whole = { from: columns[0]?.from ?? today, to: columns.at(-1)?.to ?? today };
      const [sums, unsent, missing] = await Promise.all([
        statement.readSpans(db, spans, source),
        statement.countUnsent(db, columns, source),
        statement.readMissingRates(db, whole, source),
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
      const total = { ...whole, figures: addUp(shown.map(({ figures }) => figures)) };
      return { step, source, currency: 'USD' as const, today, columns: shown, total, missing_rates: missing };
    });
  },

  readFinanceGroups: async ({ replicaReads, settings }, { query: { by, from, to, source = null } }) => {
    const groups = await replicaReads.run(({ db }) => statement.readGroups(db, by, { from, to }, source));
    const offers = by === 'category' ? (await settings.current()).offers : [];
    return groups.map(({ name, adsCents: ads, unknownAds, ...sums }) => {
      const all = toFigures({ ...sums, otherCents: { ...noCosts, ads }, unknownOtherCosts: unknownAds });
      const { other_costs: _, costs_by_kind, ...figures } = all;
      const { offer_name } = subjectOfKey(offers, name);
      return {
        name,
        ...(offer_name ? { offer_name } : {}),
        ...figures,
        ads: by === 'source' ? costs_by_kind.ads : null,
      };
    });
  },

  listOtherCosts: async ({ replicaReads }, { query }, call) => {
    const after = readDayCursor(query.cursor);
    const rows = await replicaReads.run(({ db }) => listCosts(db, after, query.limit + 1));
    return toPage(call, rows, { path: `${financesPath}/costs`, query, toCursor }).map(toCost);
  },

  addOtherCost: (ctx, { body }, call) => addCost(ctx, call, body),

  changeOtherCost: (ctx, { params: { id }, body }, call) => changeCost(ctx, call, id, body),

  deleteOtherCost: async (ctx, { params: { id } }, call) => {
    await deleteCost(ctx, call, id);
    return { success: true };
  },

  restoreOtherCost: (ctx, { params: { id } }, call) => restoreCost(ctx, call, id),

  importOtherCosts: (ctx, { body }, call) => importCosts(ctx, body, call),

  listCurrencyRates: async ({ replicaReads }, { query }, call) => {
    const after = readDayCursor(query.cursor);
    const rows = await replicaReads.run(({ db }) => listRates(db, after, query.limit + 1));
    return toPage(call, rows, { path: `${financesPath}/rates`, query, toCursor }).map(toRate);
  },

  addCurrencyRate: (ctx, { body }, call) => addRate(ctx, call, body),

  changeCurrencyRate: (ctx, { params: { id }, body }, call) => changeRate(ctx, call, id, body),

  deleteCurrencyRate: async (ctx, { params: { id } }, call) => {
    await deleteRate(ctx, call, id);
    return { success: true };
  },

  restoreCurrencyRate: (ctx, { params: { id } }, call) => restoreRate(ctx, call, id),
});

const toCursor = ({ day, id }: CostPosition) => writeCursor([day, id]);

function readDayCursor(cursor: string | undefined): CostPosition | null {
  return readCursor(cursor, ([day = '', id = '']) =>
    /^\d{4}-\d\d-\d\d$/.test(day) && isUuid(id) ? { day, id } : null,
  );
}
