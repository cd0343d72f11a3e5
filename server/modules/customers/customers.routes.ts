import { isPlainAddress } from '../../../contract/email-address.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import {
  nextPageLink,
  readCursor,
  readTimeCursor,
  type TimePosition,
  writeCursor,
  writeTimeCursor,
} from '../../platform/cursor.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import type { CustomerDetails, CustomerPosition, CustomerRow, CustomerSort } from './customers.repository.ts';
import * as customerDetailsRepository from './customers.repository.ts';
import * as customersRepository from './customers.repository.ts';

export const customerRoutes = routes({
  listCustomers: async (ctx, { query }, call) => {
    const { limit, cursor, search, sort, orders: shown } = query;
    const after = readCustomerCursor(cursor, sort);
    // Includes the newest orders in the list.
    await customersRepository.fold(ctx.database);
    // Reads one extra row to detect a next page.
    const [rows, { total, capped }] = await ctx.replicaReads.run(({ db }) =>
      Promise.all([
        customersRepository.listCustomers(db, sort, search, after, limit + 1),
        customersRepository.countCustomers(db, search),
      ]),
    );
    call.answerHeader('x-total-count', String(total));
    if (capped) call.answerHeader('x-total-capped', 'true');
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (rows.length > limit && last) {
      call.answerHeader('link', nextPageLink('/api/admin/customers', query, writeCustomerCursor(sort, last)));
    }
    const keys = page.map(({ emailKey }) => emailKey);
    const newest = await ctx.replicaReads.run(({ db }) => customersRepository.newestOrders(db, keys, shown));
    const views = await ctx.orderViews.full(newest);
    return page.map(({ email, emailKey, username, spentCents, orders, lastOrderAt, tags }) => ({
      email,
      username,
      totalSpent: dollarsFromCents(spentCents),
      totalOrders: orders,
      last_order_at: lastOrderAt.toISOString(),
      orders: views.filter((_, at) => newest[at]?.emailKey === emailKey),
      tags,
    }));
  },

  similarEmails: async (ctx, { query: { email } }) => {
    if (!isPlainAddress(email)) return [];
    await customersRepository.fold(ctx.database);
    return ctx.replicaReads.run(({ db }) => customersRepository.findSimilarEmails(db, email));
  },

  getCustomer: async (ctx, { params: { email } }, call) => {
    const { customer, refundedCents, notes, ...found } = await getDetails(ctx, email);
    return {
      ...found,
      username: customer?.username ?? '',
      totalSpent: dollarsFromCents(customer?.spentCents ?? 0),
      totalRefunded: dollarsFromCents(refundedCents),
      totalOrders: customer?.orders ?? 0,
      last_order_at: customer?.lastOrderAt.toISOString() ?? null,
      notes: (call.admin ? notes : []).map(({ note, writtenBy, writtenAt }) => ({
        note,
        written_by: writtenBy,
        written_at: writtenAt.toISOString(),
      })),
    };
  },

  listCustomerOrders: async (ctx, { params: { email }, query: { limit, cursor } }, call) => {
    const rows = await customersRepository.listOrders(ctx.database.db, email, readOrderCursor(cursor), limit + 1);
    const last = rows[limit - 1];
    if (rows.length > limit && last) {
      const path = `/api/admin/customers/${encodeURIComponent(email)}/orders`;
      call.answerHeader('link', nextPageLink(path, { limit }, writeTimeCursor(last)));
    }
    return ctx.orderViews.full(rows.slice(0, limit));
  },

  addCustomerNote: async (ctx, { params: { email }, body: { note } }, call) => {
    await getDetails(ctx, email);
    const admin = getAdmin(call);
    await ctx.database.transaction(async (tx) => {
      await customerDetailsRepository.addNote(tx, email, { id: ctx.ids.uuid(), note, writtenBy: admin.email });
      const entry = { actor: `admin:${admin.id}`, action: 'customer.noted', subject: 'customer' };
      await ctx.audit.record(tx, { ...entry, personal: { email } });
      ctx.live.announce(tx, 'order-update');
    });
    return { success: true };
  },

  setCustomerTags: async (ctx, { params: { email }, body }, call) => {
    await getDetails(ctx, email);
    const admin = getAdmin(call);
    const tags = distinct(body.tags);
    await ctx.database.transaction(async (tx) => {
      const before = await customerDetailsRepository.setTags(tx, email, tags);
      const entry = { actor: `admin:${admin.id}`, action: 'customer.tagged', subject: 'customer' };
      await ctx.audit.record(tx, { ...entry, personal: { email, tags: { from: before, to: tags } } });
      ctx.live.announce(tx, 'order-update');
    });
    return { tags };
  },
});

/** With the newest orders in the totals. Throws not_found. */
async function getDetails(ctx: StoreContext, email: string): Promise<CustomerDetails> {
  await customersRepository.fold(ctx.database);
  const found = await customerDetailsRepository.findCustomer(ctx.database.db, email);
  if (!found) throw new StoreError('not_found');
  return found;
}

/** The first spelling of each tag. */
function distinct(tags: readonly string[]): string[] {
  const keys = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** Throws invalid_input for a cursor of another sort order. */
function readCustomerCursor(cursor: string | undefined, sort: CustomerSort): CustomerPosition | null {
  return readCursor(cursor, ([wrote, value = '', ...rest]) => {
    const emailKey = rest.join(' ');
    const isValue =
      sort === 'recent'
        ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && Date.parse(value) > 0
        : isCount(value, sort === 'spent' ? 15 : 9);
    return wrote === sort && isValue && !emailKey.includes('\0') ? { value, emailKey } : null;
  });
}

function writeCustomerCursor(sort: CustomerSort, last: CustomerRow): string {
  return writeCursor([sort, sortedBy(sort, last), last.emailKey]);
}

function readOrderCursor(cursor: string | undefined): TimePosition | null {
  return readTimeCursor(cursor, (id) => /^[0-9A-Z]{12}$/.test(id));
}

function sortedBy(sort: CustomerSort, { spentCents, orders, lastOrderAt }: CustomerRow): string {
  return sort === 'spent' ? String(spentCents) : sort === 'orders' ? String(orders) : lastOrderAt.toISOString();
}

function isCount(text: string, digits: number): boolean {
  return /^-?\d+$/.test(text) && text.length <= digits;
}
