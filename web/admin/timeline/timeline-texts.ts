// Maps timeline entries to texts. Unknown entries keep their stored text. Pure.
import type { EmailState } from '../../../contract/email-kinds.ts';
import { formatUsd } from '../../../contract/money.ts';
import { shownStatus, type Tone } from '../../ui/status-tone.ts';
import type { TimelineEntry } from './timeline-queries.ts';

export type TimelineText = { title: string; text: string | null; tone: Tone };
type Details = TimelineEntry['details'];
type Words = { title: string; tone?: Tone; text?: (details: Details) => string | null };

export function timelineText({ what, details }: TimelineEntry): TimelineText {
  const known = words[what];
  const { title, tone = 'grey', text = plain } = known ?? { title: spoken(what) };
  return { title, tone, text: text(details) };
}

const link = ({ link, postLink, providerOrderId }: Details) =>
  [link ?? postLink, providerOrderId ? `provider order ${providerOrderId}` : null].filter(Boolean).join(', ') || null;

/** The link position and the message of the result. */
function ofLink({ position, outcome: _, ...details }: Details): string | null {
  return (
    [typeof position === 'number' ? `Link ${position + 1}` : null, plain(details)].filter(Boolean).join(', ') || null
  );
}

const words: Record<string, Words> = {
  note: { title: 'Note', tone: 'yellow', text: ({ note }) => String(note ?? '') },
  'order.placed': { title: 'Order placed', tone: 'blue' },
  'order.status': { title: 'Status set by hand', tone: 'purple', text: changes },
  'order.status_undone': { title: 'Status set by hand undone', tone: 'purple', text: changes },
  'order.link_replaced': { title: 'Link replaced', tone: 'purple', text: replacement },
  'order.completed': { title: 'Completed', tone: 'green' },
  'order.changed': { title: 'Order changed by hand', tone: 'purple', text: changes },
  'order.expired': { title: 'Given up: not paid in time', tone: 'red' },
  'session.opened': { title: 'Payment opened', text: ({ number }) => (Number(number) > 1 ? `Try ${number}` : null) },
  'payment.captured': { title: 'Paid', tone: 'green' },
  'payment.confirmed': { title: 'Payment confirmed by hand', tone: 'green' },
  'payment.won_back': { title: 'Dispute won', tone: 'green' },
  'payment.said': { title: 'The gateway returned', text: ({ conclusion }) => spoken(String(conclusion ?? '')) },
  'refund.asked': { title: 'Refund requested', tone: 'orange', text: refund },
  'refund.refunded': { title: 'Refunded', tone: 'orange', text: refund },
  'dispatch.claimed': { title: 'Sending a link', text: ofLink },
  'dispatch.sent': { title: 'Link sent', tone: 'green', text: ofLink },
  'dispatch.failed': { title: 'Sending failed', tone: 'red', text: ofLink },
  'dispatch.unknown': { title: 'We don’t know whether this link was sent', tone: 'red', text: ofLink },
  'dispatch.settled': { title: 'Outcome settled by hand', tone: 'purple', text: ofLink },
  'dispatch.refill': { title: 'Refill requested', tone: 'blue', text: ofLink },
  'dispatch.cancel': { title: 'Cancellation requested', tone: 'orange', text: ofLink },
  'delivery.started': { title: 'Delivery started', tone: 'blue', text: link },
  'delivery.seen': {
    title: 'Last seen at the provider',
    tone: 'blue',
    text: (details) =>
      [details.liveStatus, Number(details.remains) > 0 ? `${details.remains} remaining` : null, link(details)]
        .filter(Boolean)
        .join(', '),
  },
  'mail.order_received': { title: 'Email: order received', text: mail },
  'mail.order_paid': { title: 'Email: paid', text: mail },
  'mail.order_completed': { title: 'Email: completed', text: mail },
  'mail.order_refunded': { title: 'Email: refunded', text: mail },
  'mail.link_replaced': { title: 'Email: link replaced', text: mail },
  'mail.resent': { title: 'Email resent by an admin', tone: 'purple', text: ({ kind }) => spoken(String(kind ?? '')) },
};

const mailStates: Record<string, string> = {
  kept: 'not sent: no mail server is configured',
  queued: 'waiting to be sent',
  sending: 'is being sent',
  failed: 'could not be sent',
} satisfies Record<Exclude<EmailState, 'sent'>, string>;

function mail({ state, recipient, lastError }: Details): string {
  const became = mailStates[String(state)] ?? 'sent';
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
    return [`${spoken(name)}: ${value(from)} to ${value(to)}`];
  });
  return lines.join(', ') || null;
}

/** "Link 2: old link -> new link". The links are missing after an erasure. */
function replacement({ position, from, to, delivered, reason }: Details): string {
  const links = typeof from === 'string' && typeof to === 'string' ? `: ${from} -> ${to}` : '';
  const which = `Link ${Number(position) + 1}${links}`;
  const kept = Number(delivered) > 0 ? `${delivered} were delivered at the old one` : null;
  return [which, kept, reason].filter(Boolean).join(', ');
}

/** Short details that need no label. */
function plain(details: Details): string | null {
  const lines = Object.entries(details).flatMap(([name, detail]) =>
    typeof detail === 'string' || typeof detail === 'number' ? [`${spoken(name)}: ${detail}`] : [],
  );
  return lines.join(', ') || null;
}

function value(detail: unknown): string {
  return Array.isArray(detail) ? detail.join(' ') : shownStatus(String(detail ?? ''));
}

/** Turns "second_capture" and "customerEmail" into separate words. */
function spoken(name: string): string {
  const apart = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]+/g, ' ')
    .toLowerCase();
  return apart.charAt(0).toUpperCase() + apart.slice(1);
}
