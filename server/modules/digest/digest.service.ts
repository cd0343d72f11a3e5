// Collects the figures of a day or week, and sends each digest once.
import type { ActionItemKind } from '../../../contract/action-item-kinds.ts';
import { type AdminLanguage, defaultAdminLanguage, isAdminLanguage } from '../../../contract/admin-languages.ts';
import { type DigestPeriod, digestPeriods } from '../../../contract/digest-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { DigestBalance, DigestFigures, DigestSpeed, DigestTotals } from '../../ports/digest.ts';
import type { NotificationFacts, Notifications } from '../../ports/notifications.ts';
import type { ReadOrderFigures } from '../../ports/order-figures.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { Settings } from '../../ports/settings.ts';
import * as digestRepository from './digest.repository.ts';

/** After a longer downtime a weekly digest is left out: its figures are old. A daily one is replaced by the next. */
const mostHoursLate = 72;
const chartDays = 7;
const mostSpeeds = 5;

/** The same reads as those of the admin's pages, so that the figures agree. */
export type DigestSources = {
  ofDays: ReadOrderFigures['ofDays'];
  days: (count: number, daysAgo: number) => Promise<{ from: string; revenueCents: number }[]>;
  visitors: (days: number, daysAgo: number) => Promise<number>;
  refunds: (days: number, daysAgo: number) => Promise<{ refunds: number; refundedCents: number }>;
  scores: () => Promise<AnswerFor<'GET /api/admin/provider-scores'>['scores']>;
  items: () => Promise<{ kind: ActionItemKind; count: number; more: boolean }[]>;
  linksToSend: () => Promise<{ links: number; orders: number } | null>;
  unansweredMessages: () => Promise<number>;
  lowBalances: () => Promise<DigestBalance[]>;
};

export type DigestDeps = {
  database: Database;
  sources: DigestSources;
  settings: Pick<Settings, 'current' | 'timeZone'>;
  /** Null before an address is set: the support inbox may have other readers. */
  ownerAddress: (at: Queryable) => Promise<string | null>;
  outbox: Outbox;
  notifications: Pick<Notifications, 'notify'>;
  /** The digest in short, for the channels that chose it. */
  noteOf: (figures: DigestFigures) => NonNullable<NotificationFacts['texts']>;
  ids: Ids;
};

export type Digest = ReturnType<typeof createDigest>;

export function createDigest(deps: DigestDeps) {
  const { database, sources, settings, ownerAddress, outbox, notifications, noteOf, ids } = deps;

  async function totalsOf(days: number, daysAgo: number): Promise<DigestTotals> {
    const [placed, { refunds, refundedCents }, visitors] = await Promise.all([
      sources.ofDays(days, daysAgo),
      sources.refunds(days, daysAgo),
      sources.visitors(days, daysAgo),
    ]);
    const { from, to, orders, paidOrders, revenueCents } = placed;
    return { from, to, orders, paidOrders, revenueCents, refunds, refundedCents, visitors };
  }

  async function collect(period: DigestPeriod, daysAgo: number): Promise<DigestFigures> {
    const days = period === 'daily' ? 1 : 7;
    const current = await totalsOf(days, daysAgo);
    const before = await totalsOf(days, daysAgo + days);
    const [timeZone, spans, scores, items, toSend, unanswered, lowBalances] = await Promise.all([
      settings.timeZone(),
      sources.days(chartDays, daysAgo),
      sources.scores(),
      sources.items(),
      sources.linksToSend(),
      sources.unansweredMessages(),
      sources.lowBalances(),
    ]);
    return {
      period,
      timeZone,
      current,
      before,
      days: spans.map(({ from, revenueCents }) => ({ day: from, revenueCents })),
      speeds: scores.flatMap(speedOf).slice(0, mostSpeeds),
      toSend: { links: toSend?.links ?? 0, orders: toSend?.orders ?? 0 },
      unanswered,
      items: items
        .filter(({ kind }) => kind !== 'links_to_send')
        .map(({ kind, count, more }) => ({ kind, count, isMore: more })),
      lowBalances,
    };
  }

  /**
   * Records the latest period once its hour has come. It is sent when the digest is on then: one that is switched on
   * later begins with the next. The first run of a store sends nothing, because nothing was on before it.
   */
  async function sendLatest(period: DigestPeriod): Promise<void> {
    const current = await settings.current();
    const latest = await digestRepository.findLatest(database.db, period, Number(current.digest_hour));
    if (latest.isRecorded || latest.hoursLate < 0) return;
    const isSent = current[`${period}_digest`] && latest.hasEarlier && latest.hoursLate < mostHoursLate;
    const figures = isSent ? await collect(period, latest.daysAgo) : null;
    // Midnight or a change of the zone came in between: the next run sends it.
    if (figures && figures.current.from !== latest.firstDay) return;
    const language = languageOf(current.digest_language);
    await database.transaction(async (tx) => {
      const id = ids.uuid();
      const isNew = await digestRepository.add(tx, { id, period, firstDay: latest.firstDay, language, figures });
      if (!isNew || !figures) return;
      const recipient = await ownerAddress(tx);
      if (recipient !== null) await outbox.post(tx, { kind: `${period}_digest`, digestId: id, recipient });
      const facts = { texts: noteOf(figures), path: '/admin?tab=analytics' };
      await notifications.notify(tx, { kind: `${period}_digest`, facts });
    });
  }

  return {
    /** Of the latest day or week that is over. */
    preview: async (period: DigestPeriod) =>
      collect(period, (await digestRepository.findLatest(database.db, period, 0)).daysAgo),

    sendDue: async () => {
      for (const period of digestPeriods) await sendLatest(period);
    },
  };
}

function languageOf(text: string): AdminLanguage {
  return isAdminLanguage(text) ? text : defaultAdminLanguage;
}

function speedOf(score: Awaited<ReturnType<DigestSources['scores']>>[number]): DigestSpeed[] {
  const { provider_name: provider, service_name, service_id, links, completed } = score;
  if (links === 0 || completed.p50_seconds === null) return [];
  return [
    { provider, service: service_name ?? service_id, links, p50: completed.p50_seconds, p90: completed.p90_seconds },
  ];
}
