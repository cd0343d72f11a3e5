// The texts of the settings and the providers, in English.

import { apiKeys, audit, backups, life, webhooks } from './access.ts';
import { account, admins } from './account.ts';
import { digest } from './digest.ts';
import { launch } from './launch.ts';
import { notifications } from './notifications.ts';
import { people, retention } from './privacy.ts';
import { provider, providerScores, providers, providerTest, serviceChanges } from './providers.ts';
import { thisDevice } from './push.ts';
import { declineScopes, fields } from './setting-fields.ts';
import {
  cardTesting,
  changes,
  claims,
  guarantee,
  guardrails,
  history,
  legal,
  owner,
  prices,
  selling,
  sessions,
  settingNames,
  settingsPage,
  store,
  typedNumbers,
} from './settings.ts';
import { monitoring, system } from './system.ts';
import { emails, textEditor, textPlaces } from './text-editor.ts';

export const enSetup = {
  account,
  admins,
  apiKeys,
  audit,
  backups,
  cardTesting,
  changes,
  claims,
  declineScopes,
  digest,
  emails,
  fields,
  guarantee,
  guardrails,
  history,
  launch,
  legal,
  life,
  monitoring,
  notifications,
  owner,
  people,
  prices,
  provider,
  providerScores,
  providers,
  providerTest,
  retention,
  selling,
  serviceChanges,
  sessions,
  settingNames,
  settingsPage,
  store,
  system,
  textEditor,
  textPlaces,
  thisDevice,
  typedNumbers,
  webhooks,
};
