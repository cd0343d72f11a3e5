// Receives the errors that browsers report and records them as alerts.
import { eq } from 'drizzle-orm';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { orders } from '../orders/orders.schema.ts';

const maxMessageLength = 200;

const clientErrorRoutes = routes({
  reportClientError: async ({ database, alerts, clock, log }, { body }) => {
    const { stage } = body;
    const orderId = await knownOrder(database, body.orderId);
    const report = withoutPersonalData(body.message);
    const what = storeMessage(`browser_${stage}`);
    const type = stage === 'page' ? 'page_error' : 'checkout_error';
    log.warn({ stage, orderId, said: report }, 'a page failed in a browser');
    const hour = clock.now().toISOString().slice(0, 13);
    await alerts.raise(database.db, {
      type,
      severity: 'medium',
      message: report === '' ? what : storeMessage('browser_reported', { what, report }),
      details: orderId === null ? {} : { orderId },
      onceKey: `${type} ${orderId ?? 'none'} ${stage} ${hour}`,
    });
    return { success: true };
  },
});

// Keeps only existing order IDs: invented ones would add alerts.
async function knownOrder(database: Database, id: string | undefined): Promise<string | null> {
  if (id === undefined || !/^[0-9A-HJKMNP-TV-Z]{12}$/.test(id)) return null;
  const [found] = await database.db.select({ id: orders.id }).from(orders).where(eq(orders.id, id));
  return found?.id ?? null;
}

/** The report of a browser, on one line and short: without email addresses, queries of addresses and long numbers. */
function withoutPersonalData(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[email]')
    .replace(/([a-z]+:\/\/[^\s?#"']+)[?#][^\s"']*/gi, '$1')
    .replace(/\d(?:[ -]?\d){7,}/g, '[number]')
    .replaceAll('"', "'")
    .trim()
    .slice(0, maxMessageLength);
}

export const clientErrors = { routes: clientErrorRoutes } satisfies StoreModule;
