// The set "English": what the first screen needs, from the sign-in on.
import { dates } from './dates.ts';
import { inbox } from './inbox.ts';
import { links } from './links.ts';
import { orderPage } from './order.ts';
import { bulk, orderActs } from './orders.ts';
import { actionItems, overview } from './overview.ts';
import { refunds } from './payments.ts';
import { settingsPages } from './settings-pages.ts';
import { settingsSections } from './settings-sections.ts';
import { common, headings, lostAnswer, navigation, palette, shell, signIn } from './shell.ts';
import { states } from './states.ts';

export const en = {
  common,
  lostAnswer,
  headings,
  navigation,
  palette,
  settingsSections,
  shell,
  signIn,
  overview,
  actionItems,
  inbox,
  states,
  settingsPages,
  orderPage,
  links,
  refunds,
  dates,
  orderActs,
  bulk,
};
