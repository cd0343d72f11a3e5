// Emails from their content and what the store has: its name, texts and paths.
import { buyerEmailKinds, type PreviewedEmailKind } from '../../../contract/email-kinds.ts';
import type { Language } from '../../../contract/languages.ts';
import type { Transfer } from '../../../contract/order-facts.ts';
import type { PaymentState } from '../../../contract/order-progress.ts';
import type { TextSettings } from '../../../contract/text-settings.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import type { MailKind } from '../../ports/outbox.ts';
import { composeEmail, type EmailTemplateInput } from './email-templates.ts';
import type { MailAbout, MailRow, OrderMail } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';
import type { Email } from './mailer.ts';

/** What is the same in every email of the store. */
export async function readCommonInput({
  config,
  settings,
  receiptLinks,
}: StoreContext): Promise<Pick<EmailTemplateInput, 'profile' | 'publicUrl' | 'receiptPath' | 'orderPath'>> {
  const { profile } = await settings.profile();
  return {
    profile,
    publicUrl: config.publicUrl,
    receiptPath: receiptLinks.buildPath,
    orderPath: receiptLinks.buildOrderPath,
  };
}

/** As it is sent, but without its code and its link that pauses the order. Null when its subject no longer exists. */
export async function previewMail(
  ctx: StoreContext,
  mail: MailRow,
  at: Queryable = ctx.database.db,
): Promise<Email | null> {
  const about = await emailsRepository.findAbout(ctx, at, mail);
  return about && composeEmail(about, { ...(await readCommonInput(ctx)), mailId: mail.id, recipient: mail.recipient });
}

const nobody = { mailId: 'preview', recipient: 'buyer@example.com' };

export async function previewSample(ctx: StoreContext, kind: PreviewedEmailKind, language: Language): Promise<Email> {
  return composeEmail(sampleAbout(kind, language), { ...(await readCommonInput(ctx)), ...nobody });
}

/** An email that shows the text with this key, with texts that are not saved. */
export async function previewEmailText(ctx: StoreContext, lang: Language, texts: TextSettings, key: string) {
  const { profile, ...parts } = await readCommonInput(ctx);
  const { subject, html } = composeEmail(sampleWith(key, lang), {
    ...parts,
    ...nobody,
    profile: { ...profile, texts },
  });
  return { title: subject, description: '', html: html ?? '' };
}

function sampleWith(key: string, language: Language): MailAbout {
  if (key.startsWith('emails.trackCode.')) return sampleAbout('track_code', language);
  if (key.startsWith('emails.contactReceived.')) return sampleAbout('contact_received', language);
  // `emails.kinds.order_completed.short`
  const [, , kindName = '', name = ''] = key.split('.');
  const kind = buyerEmailKinds.find((one) => one === kindName) ?? 'order_paid';
  const sample = sampleMail(kind, language);
  const refund = { amountCents: 150, attemptNumber: name === 'byHand' ? null : 1 };
  if (kind === 'order_refunded') return { ...sample, refund: name === 'unknown' ? null : refund };
  if (kind === 'drop_refused' && name === 'reason') {
    return { ...sample, drop: { position: 0, reason: 'The post was deleted.' } };
  }
  if (kind === 'post_hidden' && name === 'now') {
    return withPosts(sample, { ...hiddenPost, state: 'checking' });
  }
  if (kind === 'part_missing' && name === 'uncounted') {
    return withPosts(sample, { state: 'missing', ordered: 1000 });
  }
  if (kind === 'delivery_started' && name.startsWith('sent')) {
    return withPosts(sample, { ...deliveredPost, state: 'sending', delivered: 0 });
  }
  if (kind !== 'order_completed' || name === 'whole' || name === 'subject') return sample;
  const isRefunded = name.startsWith('part') || name === 'refunded';
  const delivered = name.startsWith('part') || name === 'shortCounted' ? { delivered: 600 } : {};
  const ended = withPosts(sample, {
    state: isRefunded ? 'refunded' : 'stopped',
    ordered: 1000,
    ...delivered,
  });
  if (!isRefunded) return ended;
  return { ...ended, order: { ...sample.order, refundedCents: 240 }, facts: { ...ended.facts, refunded_amount: 2.4 } };
}

type MailedPost = OrderMail['facts']['posts'][number];
const deliveredPost: MailedPost = { state: 'delivered', ordered: 1000, delivered: 1000 };
const hiddenPost: MailedPost = { state: 'to_send', ordered: 1000, delivered: 0, hidden: true };
/** The state of the first post in a sample; delivered in all other samples. */
const samplePosts: Partial<Record<MailKind, MailedPost>> = {
  delivery_started: { ...deliveredPost, state: 'in_progress', delivered: 300 },
  part_missing: { ...deliveredPost, state: 'missing', delivered: 600 },
  post_hidden: hiddenPost,
};

const paidSample = { status: 'processing', payment: 'paid' } as const;
/** The payment state in samples of an order that is not paid. */
const samplePayments: Partial<Record<MailKind, { status: string; payment: PaymentState }>> = {
  order_received: { status: 'pending', payment: 'unpaid' },
  transfer_instructions: { status: 'pending', payment: 'awaiting_transfer' },
  dispute_received: { status: 'failed', payment: 'disputed' },
};

const sampleTransfer: Transfer = {
  instructions: 'Example Store, account 123456-7',
  reference: 'K7PX2H9T',
  amount: 6,
  expires_at: '2026-12-01T12:00:00.000Z',
  time_zone: 'UTC',
};

function withPosts(mail: OrderMail, post: MailedPost): OrderMail {
  const { delivery } = mail.facts;
  const { delivered: _, ...uncounted } = delivery;
  const counted = post.delivered === undefined ? uncounted : { ...delivery, delivered: post.delivered };
  const state = post.state === 'delivered' ? 'completed' : 'in_progress';
  return { ...mail, facts: { ...mail.facts, delivery: { ...counted, state }, posts: [post] } };
}

export function sampleAbout(kind: PreviewedEmailKind, language: Language): MailAbout {
  if (kind === 'contact_received') return { kind, language, parents: [] };
  if (kind === 'track_code') return { kind, codeId: '', language };
  return sampleMail(kind, language);
}

export function sampleMail(kind: MailKind, language: Language): OrderMail {
  const isRefund = kind === 'order_refunded';
  const delivery = { state: 'completed', links: 1, sent: 1, ended: 1, ordered: 1000, delivered: 1000 } as const;
  const sample: OrderMail = {
    kind,
    orderId: 'SAMPLE234567',
    writtenAt: new Date(0),
    order: {
      language,
      category: 'Likes',
      offer: null,
      quantity: 1000,
      amountCents: 600,
      refundedCents: isRefund ? 150 : 0,
      postLinks: ['https://www.instagram.com/p/Csample0001/', 'https://www.instagram.com/reel/Csample0002/'],
    },
    refund: isRefund ? { amountCents: 150, attemptNumber: 1 } : null,
    replacement:
      kind === 'link_replaced'
        ? { oldLink: 'https://www.instagram.com/p/Csample0000/', newLink: 'https://www.instagram.com/p/Csample0001/' }
        : null,
    declined:
      kind === 'link_declined'
        ? { newLink: 'https://www.instagram.com/p/Csample0003/', reason: 'The post is private.' }
        : null,
    drop: kind.startsWith('drop_') ? { position: 0, reason: null } : null,
    facts: {
      ...(samplePayments[kind] ?? paidSample),
      ...(kind === 'transfer_instructions' ? { transfer: sampleTransfer } : {}),
      delivery,
      posts: [],
    },
  };
  return withPosts(sample, samplePosts[kind] ?? deliveredPost);
}
