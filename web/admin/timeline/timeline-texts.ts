// Maps timeline entries to the shown texts. Unknown entries keep their stored text.
import type { AnswerFor } from '../../../contract/index.ts';
import type { Tone } from '../../ui/status-tone.ts';
import { formatCount, formatUsd } from '../amounts.ts';
import { mailKindName } from '../inbox/mail-kinds.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import { type SentMessage, shownPageTexts, shownStatus } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';

export type TimelineEntry = AnswerFor<'GET /api/admin/orders/{id}/timeline'>[number];
/** `link`: which link of the order the entry is about, as "Link 2". */
export type TimelineText = { title: string; link: string | null; text: string | null; tone: Tone };
type Details = TimelineEntry['details'];
type Known = keyof Texts['timeline']['titles'];
type Look = { tone?: Tone; text?: (details: Details) => string | null };

/** `postLinks`: the links of the order, by which an entry with a link gets its number. */
export function timelineText(
  { what, details }: Pick<TimelineEntry, 'what' | 'details'>,
  postLinks: readonly string[],
): TimelineText {
  const { position, link = details.postLink } = details;
  const at = typeof position === 'number' ? position : postLinks.indexOf(String(link));
  const which = at < 0 ? null : shownPageTexts().timeline.link(at + 1);
  if (!isKnown(what)) return { title: spoken(what), link: which, tone: 'grey', text: plain(details) };
  const { tone = 'grey', text = plain } = looks[what];
  return { title: shownPageTexts().timeline.titles[what], link: which, tone, text: text(details) };
}

/** "visitor" in the shown language. An email address or a key keeps its name. */
export function actorName(who: string): string {
  return shownPageTexts().timeline.word(who) ?? who;
}

function isKnown(what: string): what is Known {
  return Object.hasOwn(looks, what);
}

const looks: Record<Known, Look> = {
  note: { tone: 'yellow', text: ({ note }) => String(note ?? '') },
  'order.placed': { tone: 'blue' },
  'order.status': { tone: 'purple', text: changes },
  'order.status_undone': { tone: 'purple', text: changes },
  'order.link_replaced': { tone: 'purple', text: replacement },
  'link.requested': { tone: 'orange', text: replacement },
  'order.sending_paused': { tone: 'orange', text: () => null },
  'order.sending_resumed': { tone: 'purple' },
  'order.completed': { tone: 'green' },
  'order.changed': { tone: 'purple', text: changes },
  'order.evidence_opened': {},
  'order.expired': { tone: 'red' },
  'session.opened': {
    text: ({ number }) => (Number(number) > 1 ? shownPageTexts().timeline.attempt(String(number)) : null),
  },
  'payment.captured': { tone: 'green' },
  'payment.confirmed': { tone: 'green' },
  'transfer.accepted': { tone: 'green' },
  'transfer.left': { tone: 'orange' },
  'payment.won_back': { tone: 'green' },
  'payment.refunded': { tone: 'orange', text: refundedInAll },
  'payment.charged_back': { tone: 'red', text: () => null },
  'payment.said': { text: ({ conclusion }) => conclusionOf(String(conclusion ?? '')) },
  'refund.asked': { tone: 'orange', text: refund },
  'refund.refunded': { tone: 'orange', text: refund },
  'refund.failed': { tone: 'red', text: refund },
  // The note, in the words of the admin.
  'attention.aside': { text: ({ note }) => String(note ?? '') || null },
  'dispatch.claimed': { text: ofLink },
  'dispatch.sent': { tone: 'green', text: ofLink },
  'dispatch.failed': { tone: 'red', text: ofLink },
  'dispatch.waiting': { tone: 'yellow', text: ofLink },
  'dispatch.unknown': { tone: 'red', text: ofLink },
  'dispatch.settled': { tone: 'purple', text: ofLink },
  'dispatch.refill': { tone: 'blue', text: ofLink },
  'dispatch.cancel': { tone: 'orange', text: ofLink },
  'dispatch.move_requested': { tone: 'orange', text: ofLink },
  'dispatch.moved': { tone: 'purple', text: ofLink },
  'dispatch.passed_on': { tone: 'purple', text: ofLink },
  'refill.done': { tone: 'green', text: answer },
  'refill.refused': { tone: 'red', text: answer },
  'refill.rejected': { tone: 'red', text: answer },
  'refill.unknown': { tone: 'red', text: answer },
  'cancel.done': { tone: 'orange', text: answer },
  'cancel.refused': { tone: 'red', text: answer },
  'cancel.rejected': { tone: 'red', text: answer },
  'cancel.unknown': { tone: 'red', text: answer },
  'drop.reported': { tone: 'orange', text: ofLink },
  'delivery.started': { tone: 'blue', text: (details) => providerOrder(details) },
  'delivery.seen': { tone: 'blue', text: seen },
  'mail.order_received': { text: mail },
  'mail.transfer_instructions': { text: mail },
  'mail.order_paid': { text: mail },
  'mail.delivery_started': { text: mail },
  'mail.part_missing': { text: mail },
  'mail.order_completed': { text: mail },
  'mail.order_refunded': { text: mail },
  'mail.dispute_received': { text: mail },
  'mail.link_replaced': { text: mail },
  'mail.link_declined': { text: mail },
  'mail.order_changed': { text: mail },
  'mail.post_hidden': { text: mail },
  'mail.drop_refilling': { text: mail },
  'mail.drop_refilled': { text: mail },
  'mail.drop_refused': { text: mail },
  'contact.replied': { tone: 'purple', text: ({ recipient }) => (recipient ? String(recipient) : null) },
  'mail.resent': { tone: 'purple', text: ({ kind }) => mailKindName(String(kind ?? '')) },
};

function conclusionOf(name: string): string {
  const { conclusions } = shownPageTexts().timeline;
  return (conclusions as Partial<Record<string, string>>)[name] ?? spoken(name);
}

/** What the provider returned about a refill or a cancellation. */
function answer({ words, words_coded }: Details): string | null {
  if (typeof words !== 'string' || words === '') return null;
  return shownStatus(words, words_coded as SentMessage | undefined);
}

function refundedInAll({ refundedCents }: Details): string | null {
  return typeof refundedCents === 'number' ? formatUsd(refundedCents) : null;
}

function providerOrder({ providerOrderId }: Details): string | null {
  return providerOrderId ? shownPageTexts().timeline.providerOrder(String(providerOrderId)) : null;
}

function seen(details: Details): string {
  const { liveStatus, remains } = details;
  const rest = Number(remains) > 0 ? shownPageTexts().links.remaining(formatCount(Number(remains))) : null;
  const status = typeof liveStatus === 'string' ? shownStatus(liveStatus) : null;
  return [status, rest, providerOrder(details)].filter(Boolean).join(', ');
}

/** The provider order, and the message of the result. */
function ofLink({
  position: _,
  outcome: __,
  link: ___,
  postLink: ____,
  providerOrderId,
  ...details
}: Details): string | null {
  return [providerOrder({ providerOrderId }), plain(details)].filter(Boolean).join(', ') || null;
}

function mail({ state, recipient, lastError }: Details): string {
  const { mails } = shownPageTexts().timeline;
  const became = (mails as Partial<Record<string, string>>)[String(state)] ?? mails.sent;
  return [`${recipient}, ${became}`, lastError].filter(Boolean).join(': ');
}

function refund({ amountCents, reason }: Details): string | null {
  const amount = typeof amountCents === 'number' ? formatUsd(amountCents) : null;
  return [amount, reason].filter(Boolean).join(', ') || null;
}

/** "Status: Paid to Completed": each field that an admin changed. */
function changes(details: Details): string | null {
  const lines = Object.entries(details).flatMap(([name, change]) => {
    if (typeof change !== 'object' || change === null || !('from' in change) || !('to' in change)) return [];
    if (name === 'statusByHand') return [];
    const { from, to } = change as { from: unknown; to: unknown };
    return [shownPageTexts().timeline.change(spoken(name), value(from), value(to))];
  });
  return lines.join(', ') || null;
}

/** "old link -> new link". The links are missing after an erasure. */
function replacement({ from, to, delivered, reason }: Details): string | null {
  const texts = shownPageTexts().timeline;
  const links = typeof from === 'string' && typeof to === 'string' ? `${from} -> ${to}` : null;
  const kept = Number(delivered) > 0 ? texts.deliveredBefore(String(delivered)) : null;
  return [links, kept, reason].filter(Boolean).join(', ') || null;
}

/** Short details that need no label. */
function plain(details: Details): string | null {
  const lines = Object.entries(details).flatMap(([name, detail]) =>
    typeof detail === 'string' || typeof detail === 'number' ? [`${spoken(name)}: ${detail}`] : [],
  );
  return lines.join(', ') || null;
}

function value(detail: unknown): string {
  return Array.isArray(detail) ? detail.join(' ') : orderWord(shownPageTexts(), String(detail ?? ''));
}

/** Turns "second_capture" and "customerEmail" into separate words, unless the shown language has a word for them. */
export function spoken(name: string): string {
  const word = shownPageTexts().timeline.word(name);
  if (word !== null) return word;
  const apart = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]+/g, ' ')
    .toLowerCase();
  return apart.charAt(0).toUpperCase() + apart.slice(1);
}
