// The set "English".
import { account, admins } from './account.ts';
import { actionItems, customers, overview } from './overview.ts';
import { inbox } from './inbox.ts';
import { links } from './links.ts';
import { orderPage } from './order.ts';
import { payments, refunds } from './payments.ts';
import { security } from './security.ts';
import { liveUsers } from './live-users.ts';
import { visitors } from './visitors.ts';
import { session } from './session.ts';
import { bulk, orderActs, orderList, orderPanel, orderRow } from './orders.ts';
import { common, headings, navigation, palette, shell, signIn } from './shell.ts';
import { states } from './states.ts';
import { timeline } from './timeline.ts';

export const en = {
  common,
  headings,
  navigation,
  palette,
  shell,
  signIn,
  overview,
  actionItems,
  customers,
  inbox,
  states,
  orderPage,
  links,
  payments,
  refunds,
  timeline,
  security,
  visitors,
  liveUsers,
  session,
  account,
  admins,
  orderList,
  orderRow,
  orderPanel,
  orderActs,
  bulk,
};
