// The set "Português (BR)".
import type { Texts } from '../texts.ts';
import { actionItems, customers, overview } from './overview.ts';
import { customerPage, personalData } from './customers.ts';
import { inbox } from './inbox.ts';
import { analytics } from './analytics.ts';
import { dates } from './dates.ts';
import { links } from './links.ts';
import { orderPage } from './order.ts';
import { payments, refunds } from './payments.ts';
import { security } from './security.ts';
import { liveUsers } from './live-users.ts';
import { visitors } from './visitors.ts';
import { session } from './session.ts';
import { bulk, orderActs, orderList, orderPanel, orderRow } from './orders.ts';
import { reconciliation } from './reconciliation.ts';
import { settingsPages } from './settings-pages.ts';
import { settingsSections } from './settings-sections.ts';
import { common, headings, lostAnswer, navigation, palette, shell, signIn } from './shell.ts';
import { states } from './states.ts';
import { timeline } from './timeline.ts';

export const pt: Texts = {
  common,
  lostAnswer,
  headings,
  navigation,
  palette,
  settingsSections,
  reconciliation,
  shell,
  signIn,
  overview,
  actionItems,
  customers,
  customerPage,
  personalData,
  inbox,
  states,
  settingsPages,
  orderPage,
  links,
  payments,
  refunds,
  timeline,
  security,
  analytics,
  dates,
  visitors,
  liveUsers,
  session,
  orderList,
  orderRow,
  orderPanel,
  orderActs,
  bulk,
};
