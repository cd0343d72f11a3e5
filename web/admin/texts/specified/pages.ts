// The set "As specified" of the pages. Two tabs are in Portuguese.
import { pages as enPages } from '../en.ts?pages';
import { security, visitors } from '../pt.ts?tabs';
import type { PageTexts } from '../texts.ts';
import { analytics } from './analytics.ts';
import { liveUsers } from './live-users.ts';
import { orderActs, orderList, orderRow } from './orders.ts';
import { session } from './session.ts';

export const specifiedPages: PageTexts = {
  ...enPages,
  security,
  analytics,
  visitors,
  liveUsers,
  session,
  orderActs,
  orderList,
  orderRow,
};
