// The set "Português (BR)": what loads with the first page that is opened from there.
import type { PageTexts } from '../texts.ts';
import { analytics } from './analytics.ts';
import { customerPage, personalData } from './customers.ts';
import { liveUsers } from './live-users.ts';
import { orderList, orderPanel, orderRow } from './orders.ts';
import { customers } from './overview.ts';
import { payments } from './payments.ts';
import { reconciliation } from './reconciliation.ts';
import { security } from './security.ts';
import { session } from './session.ts';
import { timeline } from './timeline.ts';
import { visitors } from './visitors.ts';

export const ptPages: PageTexts = {
  reconciliation,
  customers,
  customerPage,
  personalData,
  payments,
  timeline,
  security,
  analytics,
  visitors,
  liveUsers,
  session,
  orderList,
  orderRow,
  orderPanel,
};
