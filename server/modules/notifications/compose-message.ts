// The text of a message with the link to its item. From kinds, IDs and numbers only: no buyer's data is in it.
import { isActionItemKind } from '../../../contract/action-item-kinds.ts';
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { NotificationKind, Severity } from '../../../contract/notification-kinds.ts';
import type { NotificationMessage } from '../../ports/notification-channel.ts';
import type { NotificationFacts } from '../../ports/notifications.ts';
import type { MessageTexts } from './message-texts.ts';
import { messageTexts } from './message-texts.ts';

const longestTitle = 120;
const longestBody = 1_500;

/** What a message is about: `count` events, of which `facts` name the worst. */
export type Notice = {
  kind: NotificationKind;
  severity: Severity;
  count: number;
  facts: NotificationFacts;
  isResolved?: boolean;
  /** Of a reminder: the kind of the worst problem. */
  reminds?: NotificationKind;
};
export type Composed = Omit<NotificationMessage, 'id' | 'kind' | 'severity' | 'sentAt' | 'badge'>;

export function composeMessage(
  notice: Notice,
  { language, publicUrl }: { language: AdminLanguage; publicUrl: string },
): Composed {
  const texts = messageTexts[language];
  const { kind, facts, count, isResolved = false, reminds } = notice;
  const { title, body } = composeTexts(notice, texts, language);
  const path = isResolved ? '/admin' : (facts.path ?? buildPath(reminds ?? kind, facts, count));
  return {
    title: cut(title.replace(/\s+/g, ' '), longestTitle),
    body: cut(body, longestBody),
    link: { text: texts.open, url: `${publicUrl.replace(/\/+$/, '')}${path}` },
    tag: kind,
    count,
    language,
  };
}

function composeTexts(
  { kind, facts, count, isResolved, reminds }: Notice,
  texts: MessageTexts,
  language: AdminLanguage,
) {
  if (facts.texts) return facts.texts[language];
  const [title, advice] = texts.kinds[reminds ?? kind];
  if (isResolved) return { title: texts.resolved(title), body: texts.resolvedBody };
  const what = factsText(facts, texts);
  if (reminds) {
    return { title: texts.reminderTitle(count), body: texts.reminderBody([title, what].filter(Boolean).join('. ')) };
  }
  const named = findName(title, facts, texts);
  const first = count > 1 && what !== '' ? texts.worst(what) : what;
  return {
    title: count > 1 ? texts.several(named, count) : named,
    body: [first, advice].filter((line) => line !== '').join('\n'),
  };
}

/** A security alert is named by its type. */
function findName(title: string, { alertType }: NotificationFacts, { alerts }: MessageTexts): string {
  return alertType !== undefined && Object.hasOwn(alerts, alertType) ? alerts[alertType as keyof typeof alerts] : title;
}

function factsText(
  { orderId, amountCents, pause, name, daysLeft, percentUsed }: NotificationFacts,
  texts: MessageTexts,
): string {
  return [
    pause && texts.pauses[pause],
    name,
    orderId && texts.order(orderId),
    amountCents !== undefined && texts.amount((amountCents / 100).toFixed(2)),
    daysLeft !== undefined && texts.daysLeft(daysLeft),
    percentUsed !== undefined && texts.percentUsed(percentUsed),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The page of the admin where it is handled; of an action item its row on the overview. */
function buildPath(kind: NotificationKind, { orderId, subject }: NotificationFacts, count: number): string {
  // One order is sent from its own page, several from the first line of the overview.
  const isOneToSend = kind === 'links_to_send' && count === 1 && orderId !== undefined;
  if (isActionItemKind(kind) && !isOneToSend) {
    const item = new URLSearchParams({ item: kind, ...(subject === undefined ? {} : { subject }) });
    return `/admin?${item}`;
  }
  if (orderId !== undefined) return `/admin/orders/${encodeURIComponent(orderId)}`;
  return pages[kind] ?? '/admin';
}

const pages: Partial<Record<NotificationKind, string>> = {
  security_alert: '/admin?tab=security',
  cap_reached: '/admin?tab=settings#guardrails',
  provider_down: '/admin?tab=api',
  low_balance: '/admin?tab=api',
  buyer_message: '/admin/inbox?box=messages',
  backup_failed: '/admin?tab=settings#backups',
  backup_late: '/admin?tab=settings#backups',
  test: '/admin?tab=settings#notifications',
};

/** On a character border. */
function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}
