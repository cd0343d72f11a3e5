// Imports a file with other costs: a preview, then all lines or none.
import type { InputOf } from '../../../contract/endpoint.ts';
import { type BesideSaved, costFileLimits } from '../../../contract/finance-rules.ts';
import type { importOtherCosts } from '../../../contract/finances.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { decimalFromCents, dollarsFromCents } from '../../../contract/money.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable, Tx } from '../../database/database.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import { proposeColumns, proposeDayOrder, type ReadLine, readCostFile, readCostLines } from './cost-file.ts';
import { listRatedCurrencies } from './currency-rates.repository.ts';
import type { SavedCost } from './other-costs.repository.ts';
import * as otherCosts from './other-costs.repository.ts';
import { isCurrencyCode, toCostFields } from './other-costs.service.ts';

type ImportInput = InputOf<typeof importOtherCosts>['body'];
type ImportAnswer = AnswerFor<'POST /api/admin/finances/costs/import'>;

export async function importCosts(
  ctx: StoreContext,
  { file: text, columns: chosen, day_order, kind, beside_saved: choice, save }: ImportInput,
  call: Call,
): Promise<ImportAnswer> {
  const file = readCostFile(text);
  const columns = chosen ?? proposeColumns(file);
  const dayOrder = chosen ? day_order : proposeDayOrder(file, columns);
  const about = { headings: file.headings, columns, day_order: dayOrder, lines: file.lines.length };
  const nothing = {
    added: 0,
    known: 0,
    refused: 0,
    beside: 0,
    saved: false,
    preview: [],
    saved_costs: [],
    problems: [],
  };
  // The admin chooses the columns that the first line does not name.
  if (!chosen && (columns.day === null || columns.amount === null)) return { ...about, ...nothing };
  const { db } = ctx.database;
  const rated = await listRatedCurrencies(db);
  const isCurrency = (currency: string) => isCurrencyCode(currency) || rated.has(currency);
  const { read, refused } = readCostLines(file, { columns, dayOrder, kind, isCurrency });
  const canSave = ({ beside }: ImportPlan) =>
    save && refused.length === 0 && (beside.length === 0 || choice !== undefined);
  let plan = await planImport(db, read);
  let isSaved = canSave(plan);
  if (isSaved && plan.added.length > 0) {
    const admin = getAdmin(call);
    await ctx.database.transaction(async (tx) => {
      // Another import may have saved lines meanwhile.
      await otherCosts.lockImports(tx);
      plan = await planImport(tx, read, true);
      isSaved = canSave(plan);
      if (!isSaved || plan.added.length === 0) return;
      const replaced = await savePlan(tx, ctx, plan, choice);
      const details = { count: plan.added.length, replaced, amounts: sumByCurrency(plan.added) };
      const entry = { actor: `admin:${admin.id}`, action: 'costs.imported', subject: 'other costs', details };
      await ctx.audit.record(tx, entry);
    });
  }
  const { added, known, beside } = plan;
  return {
    ...about,
    added: added.length,
    known: read.length - added.length,
    refused: refused.length,
    beside: beside.length,
    saved: isSaved,
    preview: read.slice(0, costFileLimits.shown).map(({ line, cost, importKey }) => ({
      line,
      known: known.has(importKey),
      ...toCostFields(cost),
    })),
    saved_costs: beside.slice(0, costFileLimits.problems).map(({ line, cost, saved }) => {
      const { note: _, ...fields } = toCostFields(cost);
      const { amountCents, currency } = saved;
      return { line, ...fields, saved_amount: dollarsFromCents(amountCents), saved_currency: currency };
    }),
    problems: refused.slice(0, costFileLimits.problems).map(({ line, text: cells, reason }) => ({
      line,
      text: cells,
      message: englishMessage(reason),
      ...reason,
    })),
  };
}

type BesideLine = ReadLine & { saved: SavedCost };
/** `known`: keys of lines that an earlier import saved. `beside`: of the added lines, those with a saved cost of the same subject. */
type ImportPlan = { added: ReadLine[]; known: Set<string>; beside: BesideLine[] };

async function planImport(at: Queryable, read: readonly ReadLine[], locked = false): Promise<ImportPlan> {
  const keys = read.map(({ importKey }) => importKey);
  const known = await otherCosts.findImported(at, keys);
  const added = read.filter(({ importKey }) => !known.has(importKey));
  const costs = added.map(({ cost }) => cost);
  return { added, known, beside: pairWithSaved(added, await otherCosts.findBeside(at, costs, keys, locked)) };
}

/** Each line with a saved cost of its day, kind and source: the one with its note, else the first. No cost is in two pairs. */
export function pairWithSaved(added: readonly ReadLine[], saved: readonly SavedCost[]): BesideLine[] {
  const free = new Map<string, SavedCost[]>();
  for (const cost of saved) free.set(subjectOf(cost), [...(free.get(subjectOf(cost)) ?? []), cost]);
  const pairs = new Map<ReadLine, SavedCost>();
  const pair = (isSame: (line: ReadLine, cost: SavedCost) => boolean) => {
    for (const line of added) {
      const left = free.get(subjectOf(line.cost)) ?? [];
      const at = pairs.has(line) ? -1 : left.findIndex((cost) => isSame(line, cost));
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (found) pairs.set(line, found);
    }
  };
  pair(({ cost }, { note }) => cost.note === note);
  pair(() => true);
  return added.flatMap((line) => {
    const found = pairs.get(line);
    return found ? [{ ...line, saved: found }] : [];
  });
}

const subjectOf = ({ day, kind, source }: Pick<SavedCost, 'day' | 'kind' | 'source'>) =>
  JSON.stringify([day, kind, source]);

/** Returns how many saved costs were replaced. */
async function savePlan(
  tx: Tx,
  ctx: StoreContext,
  { added, beside }: ImportPlan,
  choice: BesideSaved | undefined,
): Promise<number> {
  const replaced = choice === 'replace' ? beside : [];
  const isReplaced = new Set(replaced.map(({ line }) => line));
  for (const { saved, cost, importKey } of replaced) await otherCosts.replaceCost(tx, saved.id, { ...cost, importKey });
  const rows = added
    .filter(({ line }) => !isReplaced.has(line))
    .map(({ cost, importKey }) => ({ ...cost, importKey, id: ctx.ids.uuid() }));
  await otherCosts.importCosts(tx, rows);
  return replaced.length;
}

/** "40.00 USD", one text a currency. */
function sumByCurrency(lines: readonly ReadLine[]): string[] {
  const sums = new Map<string, number>();
  for (const { cost } of lines) sums.set(cost.currency, (sums.get(cost.currency) ?? 0) + cost.amountCents);
  return [...sums].map(([currency, cents]) => `${decimalFromCents(cents)} ${currency}`);
}
