// Endpoints of alerts.

import { sentenceOf } from '../../../contract/sentences.ts';
import type { Words } from '../../../contract/store-messages.ts';
import { adminOf, hiddenDatum, isOwner, withoutAddresses } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import type { AlertRow } from './alerts.repository.ts';
import * as alertsRepository from './alerts.repository.ts';

const mostListed = 200;

export const securityRoutes: Routes<'listSecurityAlerts' | 'clearSecurityAlerts'> = {
  listSecurityAlerts: async ({ database }, _input, call) => {
    const [stats, newest] = await Promise.all([
      alertsRepository.alertStats(database.db),
      alertsRepository.newestAlerts(database.db, mostListed),
    ]);
    return { stats, alerts: newest.map((alert) => shown(alert, isOwner(call))) };
  },

  clearSecurityAlerts: async ({ audit, database, live }, _input, call) => {
    const { id } = adminOf(call);
    const cleared = await database.transaction(async (tx) => {
      const count = await alertsRepository.clearAlerts(tx);
      const entry = { actor: `admin:${id}`, action: 'alerts.cleared', subject: 'alerts', details: { count } };
      if (count > 0) await audit.record(tx, entry);
      live.announce(tx, 'alert-update');
      return count;
    });
    return { success: true, cleared };
  },
};

function shown({ raisedAt, message, messageCoded, ...alert }: AlertRow, toOwner: boolean) {
  const words = messageCoded ?? message;
  const { text, coded } = sentenceOf(toOwner ? words : withoutOwnersData(alert.type, words));
  return { ...alert, message: text, ...coded, timestamp: raisedAt.toISOString() };
}

const ownersParams: Readonly<Record<string, string>> = {
  owner_address_changes: 'address',
  program_refused_often: 'name',
};

/** Only owners read the owner's address and the names of API keys. */
function withoutOwnersData(type: string, words: Words): Words {
  if (typeof words !== 'string') {
    const hide = ownersParams[words.code];
    return hide === undefined ? words : { ...words, params: { ...words.params, [hide]: hiddenDatum } };
  }
  if (type === 'owner_address') return withoutAddresses(words);
  return type === 'access_refused' ? words.replace(/"[^"]*"/, `"${hiddenDatum}"`) : words;
}
