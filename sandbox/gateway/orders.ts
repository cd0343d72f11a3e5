// The gateway's orders on disk. One file contains an order with its sessions, transactions and pending notifications.
import { randomInt, randomUUID } from 'node:crypto';
import type { Disk } from '../disk.ts';
import { createOutboxes, type Outboxes, type WithOutbox } from '../outboxes.ts';
import type { CardShown } from './cards.ts';

export interface Session {
  id: string;
  version: string;
  successIndicator: string;
  /** Returned to the browser while the outcome is open; never equal to the success indicator. */
  otherIndicator: string;
  operation: 'PURCHASE' | 'AUTHORIZE';
  merchantName: string;
  /** The language of the card page, such as `pt_BR`. */
  locale?: string;
  returnUrl?: string;
  timeoutUrl?: string;
  createdAt: string;
  expiresAt?: string;
  triesLeft: number;
  state: 'open' | 'complete' | 'failed' | 'expired';
}

export type Result = 'SUCCESS' | 'FAILURE' | 'PENDING' | 'UNKNOWN';

export interface Transaction {
  id: string;
  type: 'AUTHENTICATION' | 'AUTHORIZATION' | 'PAYMENT' | 'CAPTURE' | 'REFUND' | 'VOID' | 'CHARGEBACK';
  amountCents: number;
  currency: string;
  /** The final result. While `veil` exists, callers receive the result of the veil instead. */
  result: Result;
  gatewayCode: string;
  /** looksLeft counts RETRIEVE_ORDER calls; null lasts until a control ends the veil. */
  veil?: { result: 'PENDING' | 'UNKNOWN'; looksLeft: number | null };
  at: string;
  updatedAt: string;
  card?: CardShown;
  csc?: string;
  targetTransactionId?: string;
  /** Digest of the original request: an identical request returns the same response. */
  requestDigest?: string;
}

export interface Order extends WithOutbox {
  amountCents: number;
  currency: string;
  description?: string;
  reference?: string;
  email?: string;
  notificationUrl?: string;
  createdAt: string;
  updatedAt: string;
  sessions: Session[];
  transactions: Transaction[];
  shown?: { status?: string; result?: string };
  /** The response of RETRIEVE_ORDER before the last change, for the control that returns stale data. */
  earlier?: unknown;
}

export interface Orders extends Outboxes<Order> {
  findBySession(sessionId: string): Promise<{ order: Order; session: Session } | null>;
  linkSession(sessionId: string, orderId: string): Promise<void>;
}

export function createOrders(disk: Disk): Orders {
  const outboxes = createOutboxes<Order>(disk, { records: 'orders', due: 'due', scope: 'order' });

  return {
    ...outboxes,
    async findBySession(sessionId) {
      const link = await disk.read<{ orderId: string }>('sessions', sessionId);
      const order = link && (await outboxes.find(link.orderId));
      const session = order?.sessions.find((session) => session.id === sessionId);
      return order && session ? { order, session } : null;
    },
    linkSession: (sessionId, orderId) =>
      disk.change(`session:${sessionId}`, (writing) => writing.put('sessions', sessionId, { orderId })),
  };
}

/** Strictly later than every earlier time, so that two changes within one tick stay in order. */
export function touch(order: Order, now: Date): string {
  order.updatedAt = new Date(Math.max(now.getTime(), Date.parse(order.updatedAt) + 1)).toISOString();
  return order.updatedAt;
}

export function newSessionId(): string {
  return `SESSION000${randomInt(1, 9)}${randomDigits(20)}`;
}

export const newIndicator = () => randomUUID().replaceAll('-', '').slice(0, 16);
export const newVersion = () => randomUUID().replaceAll('-', '').slice(0, 10);
export const newTransactionId = () => `trans-${randomUUID().replaceAll('-', '').slice(0, 12)}`;

const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(0, 10)).join('');
