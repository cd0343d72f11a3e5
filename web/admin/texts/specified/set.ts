// The set "As specified": the labels of the specification to the letter, and English where it gives none.
import { en } from '../en/set.ts';
import { security } from '../pt/security.ts';
import { visitors } from '../pt/visitors.ts';
import type { Texts } from '../texts.ts';
import { session } from './session.ts';
import { liveUsers } from './live-users.ts';
import { analytics } from './analytics.ts';
import { links } from './links.ts';
import { orderPage } from './order.ts';
import { orderActs, orderList, orderRow } from './orders.ts';
import { overview } from './overview.ts';
import { common, headings, navigation, shell, signIn } from './shell.ts';

export const specified: Texts = {
  ...en,
  common,
  headings,
  navigation,
  shell,
  signIn,
  overview,
  orderPage,
  links,
  security,
  analytics,
  visitors,
  liveUsers,
  session,
  orderList,
  orderRow,
  orderActs,
};
