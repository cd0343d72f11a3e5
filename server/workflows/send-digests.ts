// Collects the figures of a day or week, and sends each digest once. The same reads as those of the admin's pages, so that
// the figures agree.
import {
  type AdminLanguage,
  adminLanguages,
  defaultAdminLanguage,
  isAdminLanguage,
} from '../../contract/admin-languages.ts';
import { byName } from '../../contract/by-name.ts';
import { type DigestPeriod, digestPeriods } from '../../contract/digest-rules.ts';
import type { AnswerFor } from '../../contract/index.ts';
import type { StoreContext } from '../context.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import * as contactRepository from '../modules/contact/contact.repository.ts';
import * as digestRepository from '../modules/digest/digest.repository.ts';
import { digestEmail, digestNote } from '../modules/email/digest-email.ts';
import { readKept } from '../modules/finances/statement.ts';
import { listSeen } from '../modules/providers/check-provider-health.ts';
import { readProviderScores } from '../modules/providers/provider-scores.ts';
import * as ownerAddressRepository from '../modules/security/owner-address.repository.ts';
import type { DigestBalance, DigestFigures, DigestSpeed, DigestTotals } from '../ports/figures.ts';
import { findLinksToSend, listActionItems } from './list-action-items.ts';

/** After a longer downtime a weekly digest is left out: its figures are old. A daily one is replaced by the next. */
const mostHoursLate = 72;
const chartDays = 7;
const mostSpeeds = 5;
/** As the API tab shows the scores. */
const speedDays = 30;

type Score = AnswerFor<'GET /api/admin/provider-scores'>['scores'][number];

/** Of the latest day or week that is over, as the email that is sent. */
export async function previewDigest(
  ctx: StoreContext,
  period: DigestPeriod,
  language: AdminLanguage,
  hasCosts: boolean,
) {
  const { daysAgo } = await digestRepository.findLatest(ctx.database.db, period, 0);
  const collected = await collectFigures(ctx, period, daysAgo);
  const figures = hasCosts ? collected : withoutCosts(collected);
  const { profile } = await ctx.settings.profile();
  return digestEmail(figures, language, { profile, publicUrl: ctx.config.publicUrl });
}

/** Each period that is over, once. */
export async function sendDigests(ctx: StoreContext): Promise<void> {
  for (const period of digestPeriods) await sendLatest(ctx, period);
}

/**
 * Records the latest period once its hour has come. It is sent when the digest is on then: one that is switched on
 * later begins with the next. The first run of a store sends nothing, because nothing was on before it.
 */
async function sendLatest(ctx: StoreContext, period: DigestPeriod): Promise<void> {
  const current = await ctx.settings.current();
  const latest = await digestRepository.findLatest(ctx.database.db, period, Number(current.digest_hour));
  if (latest.isRecorded || latest.hoursLate < 0) return;
  const isSent = current[`${period}_digest`] && latest.hasEarlier && latest.hoursLate < mostHoursLate;
  const figures = isSent ? await collectFigures(ctx, period, latest.daysAgo) : null;
  // Midnight or a change of the zone came in between: the next run sends it.
  if (figures && figures.current.from !== latest.firstDay) return;
  const chosen = current.digest_language;
  const language = isAdminLanguage(chosen) ? chosen : defaultAdminLanguage;
  await ctx.database.transaction(async (tx) => {
    const id = ctx.ids.uuid();
    const isNew = await digestRepository.add(tx, { id, period, firstDay: latest.firstDay, language, figures });
    if (!isNew || !figures) return;
    // None before an address is set: the support inbox may have other readers.
    const recipient = await ownerAddressRepository.findSet(tx);
    if (recipient !== null) await ctx.outbox.post(tx, { kind: `${period}_digest`, digestId: id, recipient });
    // Who reads a channel is not known.
    const texts = byName(adminLanguages, (one) => digestNote(withoutCosts(figures), one));
    await ctx.notifications.notify(tx, {
      kind: `${period}_digest`,
      facts: { texts, path: '/admin?tab=analytics' },
    });
  });
}

async function collectFigures(ctx: StoreContext, period: DigestPeriod, daysAgo: number): Promise<DigestFigures> {
  const days = period === 'daily' ? 1 : 7;
  const current = await readTotals(ctx, days, daysAgo);
  const before = await readTotals(ctx, days, daysAgo + days);
  const [timeZone, spans, { scores }, items, toSend, unanswered, lowBalances] = await Promise.all([
    ctx.settings.timeZone(),
    ctx.replicaReads.run(({ db }) => analyticsRepository.days(db, chartDays, daysAgo)),
    readProviderScores(ctx, { days: speedDays, isByBand: false }),
    listActionItems(ctx),
    findLinksToSend(ctx),
    contactRepository.countMessages(ctx.database.db, { only: 'unanswered' }),
    listLowBalances(ctx),
  ]);
  return {
    period,
    timeZone,
    current,
    before,
    days: spans.map(({ from, revenueCents }) => ({ day: from, revenueCents })),
    speeds: scores.flatMap(toDigestSpeeds).slice(0, mostSpeeds),
    toSend: { links: toSend?.links ?? 0, orders: toSend?.orders ?? 0 },
    unanswered,
    items: items
      .filter(({ kind }) => kind !== 'links_to_send')
      .map(({ kind, count, more }) => ({ kind, count, isMore: more })),
    lowBalances,
  };
}

function withoutCosts({ current, before, ...figures }: DigestFigures): DigestFigures {
  const hidden = ({ keptCents: _, isKeptOpen: __, ...totals }: DigestTotals) => totals;
  return { ...figures, current: hidden(current), before: hidden(before) };
}

async function readTotals({ replicaReads }: StoreContext, days: number, daysAgo: number): Promise<DigestTotals> {
  const [placed, { refunds, refundedCents }, visitors] = await Promise.all([
    replicaReads.run(({ db }) => analyticsRepository.ofDays(db, days, daysAgo)),
    replicaReads.run(({ db }) => analyticsRepository.countRefunds(db, days, daysAgo)),
    replicaReads.run(({ db }) => analyticsRepository.visitors(db, days, daysAgo)),
  ]);
  const { from, to, orders, paidOrders, revenueCents } = placed;
  const kept = await replicaReads.run(({ db }) => readKept(db, { from, to }));
  return { from, to, orders, paidOrders, revenueCents, refunds, refundedCents, visitors, ...kept };
}

async function listLowBalances(ctx: StoreContext): Promise<DigestBalance[]> {
  const seen = await listSeen(ctx);
  return seen
    .filter(({ warnings }) => warnings.some(({ kind }) => kind === 'balance'))
    .map(({ entry, snapshot }) => ({
      provider: entry.name,
      balance: snapshot?.balance ?? '0',
      threshold: entry.lowBalance ?? '0',
      currency: snapshot?.currency ?? '',
    }));
}

function toDigestSpeeds(score: Score): DigestSpeed[] {
  const { provider_name: provider, service_name, service_id, links, completed } = score;
  if (links === 0 || completed.p50_seconds === null) return [];
  return [
    { provider, service: service_name ?? service_id, links, p50: completed.p50_seconds, p90: completed.p90_seconds },
  ];
}
