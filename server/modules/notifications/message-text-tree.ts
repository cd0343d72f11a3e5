// The shape of the texts in messages to the operator. `kinds`: the title, and what to do; `alerts`: the title.
import type { ItemAct } from '../../../contract/item-acts.ts';
import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import type { AlertType } from '../../ports/alerts.ts';

type TitleAndAdvice = readonly [title: string, advice: string];
/** Alerts with a kind of their own use its text. */
export type NamedAlert = Exclude<AlertType, NotificationKind> | 'provider_down';

export type MessageTexts = {
  kinds: Record<NotificationKind, TitleAndAdvice>;
  alerts: Record<NamedAlert, string>;
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
