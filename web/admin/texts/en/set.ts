// The set "English".
import { actionItems, customers, inbox, overview } from './overview.ts';
import { links } from './links.ts';
import { orderPage } from './order.ts';
import { bulk, orderActs, orderList, orderPanel, orderRow } from './orders.ts';
import { common, headings, navigation, palette, shell, signIn } from './shell.ts';
import { states } from './states.ts';

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
  orderList,
  orderRow,
  orderPanel,
  orderActs,
  bulk,
};
