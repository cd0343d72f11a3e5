// INITIATE_CHECKOUT: validates the request like the gateway and opens a session for an unpaid order.
import { orderTotals } from './order-view.ts';
import type { Order, Orders, Session } from './orders.ts';
import { newIndicator, newSessionId, newVersion, touch } from './orders.ts';
import type { Fields } from './wire.ts';
import {
  invalidField,
  missingField,
  readPart,
  readText,
  readUrl,
  refuseUnknown,
  requireAmountCents,
  requireCurrency,
  requireText,
} from './wire.ts';

const DEFAULT_TRIES = 3;

const KNOWN = {
  '': 'apiOperation checkoutMode correlationId customer interaction order billing shipping device locale userId partnerSolutionId airline lineOfBusiness',
  interaction:
    'operation merchant returnUrl cancelUrl redirectMerchantUrl retryAttemptCount timeout timeoutUrl displayControl locale theme style country action googleAnalytics saveCardForCustomerOption',
  'interaction.merchant': 'name logo url email phone address',
  order:
    'id amount currency description notificationUrl reference item itemAmount shippingAndHandlingAmount taxAmount discount custom certainty invoiceNumber customerNote customerOrderDate customerReference productSKU requestorName tax surchargeAmount netAmount owningEntity',
  customer:
    'email firstName lastName mobilePhone phone account dateOfBirth nationalId taxRegistrationId relationshipId',
} as const;

interface CheckoutRequest {
  orderId: string;
  order: Pick<Order, 'amountCents' | 'currency' | 'description' | 'reference' | 'notificationUrl' | 'email'>;
  session: Pick<Session, 'operation' | 'merchantName' | 'locale' | 'returnUrl' | 'timeoutUrl' | 'triesLeft'>;
  timeoutS?: number;
}

export async function initiateCheckout(
  orders: Orders,
  fields: Fields,
  context: { now: Date; merchantId: string },
): Promise<Record<string, unknown>> {
  const request = readCheckout(fields);
  const session = newSession(request, context.now);
  await orders.linkSession(session.id, request.orderId);
  await orders.change(request.orderId, (existing) => {
    if (existing && (orderTotals(existing).authorizedCents > 0 || existing.transactions.some((t) => t.veil))) {
      throw invalidField('order.id', request.orderId, 'The order already has a payment.');
    }
    const order = existing ?? newOrder(request, context.now);
    if (existing) {
      Object.assign(order, request.order);
      touch(order, context.now);
    }
    order.sessions.push(session);
    return [order, null];
  });
  return {
    checkoutMode: 'WEBSITE',
    merchant: context.merchantId,
    result: 'SUCCESS',
    session: { id: session.id, updateStatus: 'SUCCESS', version: session.version },
    successIndicator: session.successIndicator,
  };
}

function readCheckout(fields: Fields): CheckoutRequest {
  const interaction = readPart(fields, 'interaction');
  const merchant = readPart(interaction, 'merchant');
  const order = readPart(fields, 'order');
  const customer = readPart(fields, 'customer');
  refuseUnknown(fields, '', KNOWN['']);
  refuseUnknown(interaction, 'interaction', KNOWN.interaction);
  refuseUnknown(merchant, 'interaction.merchant', KNOWN['interaction.merchant']);
  refuseUnknown(order, 'order', KNOWN.order);
  refuseUnknown(customer, 'customer', KNOWN.customer);

  const operation = requireText(interaction, 'interaction.operation', { max: 20 });
  if (operation !== 'PURCHASE' && operation !== 'AUTHORIZE') {
    throw invalidField('interaction.operation', operation, 'It must be PURCHASE or AUTHORIZE.');
  }
  return {
    orderId: requireText(order, 'order.id', { max: 40 }),
    order: {
      amountCents: requireAmountCents(order, 'order.amount'),
      currency: requireCurrency(order, 'order.currency'),
      description: readText(order, 'order.description', { max: 100, required: true }),
      reference: readText(order, 'order.reference', { max: 40 }),
      notificationUrl: readUrl(order, 'order.notificationUrl'),
      email: readText(customer, 'customer.email', { max: 256, pattern: /^[^\s@]+@[!-?A-~]+$/ }),
    },
    session: {
      operation,
      merchantName: requireText(merchant, 'interaction.merchant.name', { max: 40 }),
      locale: readText(interaction, 'interaction.locale', { max: 5, pattern: /^[a-z]{2}(_[A-Z]{2})?$/ }),
      returnUrl: readUrl(interaction, 'interaction.returnUrl'),
      timeoutUrl: readUrl(interaction, 'interaction.timeoutUrl'),
      triesLeft: readCount(interaction, 'interaction.retryAttemptCount', 10) ?? DEFAULT_TRIES,
    },
    timeoutS: readCount(interaction, 'interaction.timeout', 86_400),
  };
}

function readCount(fields: Fields, path: string, max: number): number | undefined {
  const value = fields[path.slice(path.lastIndexOf('.') + 1)];
  if (value === undefined) return undefined;
  if (value === null) throw missingField(path);
  const isDigits = typeof value === 'string' && /^\d{1,6}$/.test(value);
  const count = typeof value === 'number' || isDigits ? Number(value) : Number.NaN;
  if (!Number.isInteger(count) || count < 1 || count > max) {
    throw invalidField(path, value, `It must be a whole number from 1 to ${max}.`);
  }
  return count;
}

function newSession({ session, timeoutS }: CheckoutRequest, now: Date): Session {
  return {
    ...session,
    id: newSessionId(),
    version: newVersion(),
    successIndicator: newIndicator(),
    otherIndicator: newIndicator(),
    createdAt: now.toISOString(),
    expiresAt: timeoutS === undefined ? undefined : new Date(now.getTime() + timeoutS * 1000).toISOString(),
    state: 'open',
  };
}

function newOrder(request: CheckoutRequest, now: Date): Order {
  return {
    id: request.orderId,
    ...request.order,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    sessions: [],
    transactions: [],
    outbox: [],
    sent: [],
  };
}
