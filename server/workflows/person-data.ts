// Data subject rights: the export and the erasure of all data about an email address.

import { erasedEmail } from '../../contract/erased-person.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import type { PersonRows } from '../modules/data-privacy/data-privacy.repository.ts';
import * as dataPrivacyRepository from '../modules/data-privacy/data-privacy.repository.ts';
import { type Erased, erase, holdOrders } from '../modules/data-privacy/erasure.ts';
import { previewMail } from '../modules/email/compose-email.ts';
import type { Admin } from '../request-context.ts';
import { originOf } from '../safe-fetch/secret-origin.ts';

/** The audit log records that an export took place, but not whose data it contains. */
export async function exportPerson(ctx: StoreContext, email: string, admin: Admin) {
  const rows = await dataPrivacyRepository.readPerson(ctx.database, email);
  const exported = await Promise.all(rows.mails.map(async (mail) => mailOf(mail, await previewMail(ctx, mail))));
  const details = { orders: rows.orders.length, messages: rows.messages.length };
  await ctx.audit.record(ctx.database.db, {
    actor: `admin:${admin.id}`,
    action: 'person.exported',
    subject: 'person',
    details,
  });
  return { email, exported_at: ctx.clock.now().toISOString(), ...wordsOf(rows), mails: exported };
}

/** Throws conflict with the orders that are still in progress. Safe to repeat: nothing is left to erase. */
export async function erasePerson(ctx: StoreContext, email: string, admin: Admin): Promise<Erased> {
  const erased = await ctx.database.transaction(async (tx) => {
    const { held, busy } = await holdOrders(tx, email);
    if (busy.length > 0) throw underWay(busy);
    const pseudonym = erasedEmail(ctx.ids.secretHex(8));
    const done = await erase(tx, { now: ctx.database.now, email, pseudonym, held });
    if (Object.values(done).every((count) => count === 0)) return done;
    const entry = { actor: `admin:${admin.id}`, action: 'person.erased', subject: pseudonym };
    await ctx.audit.record(tx, { ...entry, details: { ...done } });
    ctx.live.announce(tx, 'order-update');
    return done;
  });
  await customersRepository.fold(ctx.database);
  return erased;
}

const mostNamed = 5;

function underWay(orderIds: string[]): StoreError {
  const orders = orderIds.slice(0, mostNamed).join(', ');
  const others = Math.max(0, orderIds.length - mostNamed);
  return new StoreError('conflict', {
    reason: storeMessage('orders_in_progress', { orders, others }),
    body: { orderIds },
  });
}

function wordsOf(rows: PersonRows) {
  return {
    orders: rows.orders.map((order) => ({
      id: order.id,
      created_at: iso(order.createdAt),
      email: order.customerEmail,
      username: order.customerUsername,
      category: order.category,
      quantity: order.quantity,
      amount: dollarsFromCents(order.amountCents),
      refunded_amount: dollarsFromCents(order.refundedCents),
      currency: order.currency,
      language: order.language,
      network_country: order.networkCountry,
      terms_version: order.termsVersion,
      post_links: order.postLinks,
      status: order.status,
      payment_status: order.paymentStatus,
      paid_at: isoOrNull(order.paidAt),
      deleted_at: isoOrNull(order.deletedAt),
      notes: rows.notes
        .filter(({ orderId }) => orderId === order.id)
        .map(({ writtenAt, note }) => ({ written_at: iso(writtenAt), note })),
    })),
    deliveries: rows.deliveries.map((row) => deliveryOf(row, rows.requests)),
    replaced_links: rows.replacements.map(({ orderId, oldLink, newLink, reason, delivered, replacedAt }) => ({
      order_id: orderId,
      old_link: oldLink,
      new_link: newLink,
      reason,
      delivered,
      replaced_at: iso(replacedAt),
    })),
    ...moneyOf(rows),
    contact_messages: rows.messages.map(({ id, receivedAt, name, email, subject, message }) => ({
      received_at: iso(receivedAt),
      name,
      email,
      subject,
      message,
      replies: rows.replies
        .filter(({ contactMessageId }) => contactMessageId === id)
        .map(({ writtenAt, text }) => ({ written_at: iso(writtenAt), text })),
    })),
    incoming_emails: rows.incomingEmails.map(({ receivedAt, name, email, text }) => ({
      received_at: iso(receivedAt),
      name,
      email,
      text,
    })),
    audit: rows.audit.map(({ happenedAt, action, subject, said }) => ({
      happened_at: iso(happenedAt),
      action,
      subject,
      said,
    })),
    alerts: rows.alerts.map(({ raisedAt, type, message, details }) => ({
      raised_at: iso(raisedAt),
      type,
      message,
      details,
    })),
    webhook_deliveries: rows.webhooks.map(({ event, createdAt, deliveredAt, url, payload }) => ({
      event,
      // The path may be a secret of the owner.
      sent_to: originOf(url) ?? '',
      created_at: iso(createdAt),
      delivered_at: isoOrNull(deliveredAt),
      said: payload,
    })),
    saved_filters: rows.views.map(({ name, filter }) => ({ name, filter })),
    customer_notes: rows.customerNotes.map(({ writtenAt, note }) => ({ written_at: iso(writtenAt), note })),
    customer_tags: rows.customerTags.flatMap(({ tags }) => tags),
  };
}

function deliveryOf(row: PersonRows['deliveries'][number], requests: PersonRows['requests']) {
  const { orderId, position, postLink, quantity, state, providerOrderId, liveStatus, remains, createdAt } = row;
  const ownRequests = requests.filter((request) => request.orderId === orderId && request.position === position);
  return {
    order_id: orderId,
    position,
    post_link: postLink,
    quantity,
    state,
    remains,
    provider_order_id: providerOrderId,
    live_status: liveStatus,
    said: [row.error, row.hint, ...ownRequests.map(({ words }) => words)].filter((words) => words !== null),
    created_at: iso(createdAt),
  };
}

function moneyOf({ payments, events, refunds }: PersonRows) {
  return {
    payments: payments.map((payment) => ({
      order_id: payment.orderId,
      gateway: payment.gateway,
      gateway_order_id: payment.gatewayOrderId,
      amount: dollarsFromCents(payment.amountCents),
      currency: payment.currency,
      state: payment.state,
      card_brand: payment.cardBrand,
      card_last4: payment.cardLast4,
      card_wallet: payment.cardWallet,
      opened_at: iso(payment.openedAt),
    })),
    payment_events: events.map(({ orderId, happenedAt, conclusion, said }) => ({
      order_id: orderId,
      happened_at: iso(happenedAt),
      conclusion,
      said,
    })),
    refunds: refunds.map(({ orderId, number, amountCents, currency, reason, state, createdAt }) => ({
      order_id: orderId,
      number,
      amount: dollarsFromCents(amountCents),
      currency,
      reason,
      state,
      created_at: iso(createdAt),
    })),
  };
}

function mailOf(mail: PersonRows['mails'][number], words: { subject: string; text: string } | null) {
  const { kind, orderId, recipient, state, createdAt, sentAt } = mail;
  return {
    kind,
    order_id: orderId,
    recipient,
    state,
    created_at: iso(createdAt),
    sent_at: isoOrNull(sentAt),
    subject: words?.subject ?? null,
    text: words?.text ?? null,
  };
}

const iso = (at: Date): string => at.toISOString();
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
