// The shape of the texts in messages to the operator. `kinds`: the title, and what to do; `alerts`: the title.
import type { AlertType } from '../../../contract/alert-titles.ts';
import type { ItemAct } from '../../../contract/item-acts.ts';
import type { NotificationKind } from '../../../contract/notification-kinds.ts';

type TitleAndAdvice = readonly [title: string, advice: string];

export type MessageTexts = {
  kinds: Record<NotificationKind, TitleAndAdvice>;
  alerts: Readonly<Record<AlertType, string>>;
  several: (title: string, count: number) => string;
  resolved: (title: string) => string;
  resolvedBody: string;
  order: (id: string) => string;
  /** Of several events: the one that is named. */
  worst: (what: string) => string;
  amount: (dollars: string) => string;
  daysLeft: (days: number) => string;
  percentUsed: (percent: number) => string;
  reminderTitle: (count: number) => string;
  reminderBody: (worst: string) => string;
  open: string;
  /** The buttons of push messages. */
  acts: Record<ItemAct, string>;
};
