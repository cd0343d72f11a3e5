// The digest: its figures are the reads of the admin's pages.
import { type AdminLanguage, adminLanguages } from '../../contract/admin-languages.ts';
import { byName } from '../../contract/by-name.ts';
import type { StoreContext } from '../context.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import * as contactRepository from '../modules/contact/contact.repository.ts';
import { createDigest } from '../modules/digest/digest.service.ts';
import { digestEmail, digestNote } from '../modules/email/digest-email.ts';
import { listSeen } from '../modules/fulfilment/check-provider-health.ts';
import { readProviderScores } from '../modules/fulfilment/provider-scores.ts';
import * as ownerAddressRepository from '../modules/security/owner-address.repository.ts';
import type { DigestFigures } from '../ports/digest.ts';
import { findLinksToSend, listActionItems } from '../workflows/list-action-items.ts';
import type { Core } from './core.ts';

export type DigestServices = ReturnType<typeof wireDigest>;

/** As the API tab shows the scores. */
const speedDays = 30;

export function wireDigest(core: Core, ctx: StoreContext) {
  const { database, replicaReads, ids, notifications, outbox, settings } = core;
  return {
    digest: createDigest({
      database,
      sources: {
        ofDays: (...period) => replicaReads.run(({ db }) => analyticsRepository.ofDays(db, ...period)),
        days: (...period) => replicaReads.run(({ db }) => analyticsRepository.days(db, ...period)),
        visitors: (...period) => replicaReads.run(({ db }) => analyticsRepository.visitors(db, ...period)),
        refunds: (...period) => replicaReads.run(({ db }) => analyticsRepository.countRefunds(db, ...period)),
        scores: async () => (await readProviderScores(ctx, { days: speedDays, isByBand: false })).scores,
        items: () => listActionItems(ctx),
        linksToSend: () => findLinksToSend(ctx),
        unansweredMessages: () => contactRepository.countMessages(database.db, { only: 'unanswered' }),
        lowBalances: async () =>
          (await listSeen(ctx)).flatMap(({ entry, snapshot, warnings }) =>
            warnings.some(({ kind }) => kind === 'balance')
              ? [
                  {
                    provider: entry.name,
                    balance: snapshot?.balance ?? '0',
                    threshold: entry.lowBalance ?? '0',
                    currency: snapshot?.currency ?? '',
                  },
                ]
              : [],
          ),
      },
      settings,
      ownerAddress: ownerAddressRepository.findSet,
      outbox,
      notifications,
      noteOf: (figures) => byName(adminLanguages, (language) => digestNote(figures, language)),
      ids,
    }),
    emailOf: async (figures: DigestFigures, language: AdminLanguage) =>
      digestEmail(figures, language, {
        profile: (await settings.profile()).profile,
        publicUrl: core.config.publicUrl,
      }),
  };
}
