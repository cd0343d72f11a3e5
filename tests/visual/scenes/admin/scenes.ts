// The admin area: each tab, an order, and what lies over them. The demo store's answers are the scenes' own; what they
// leave out is asked of the real one.
import { evidence } from '../../../../web/admin/evidence/testing-evidence.tsx';
import { customerPath, evidencePath, systemPath, tabPath } from '../../../../web/admin/paths.ts';
import { settingsPagePath } from '../../../../web/admin/settings/sections.ts';
import { testChecks } from '../../../../web/admin/system/testing-system.ts';
import type { Acting, Replies, Scene } from '../../scene.ts';
import { allShots, today } from '../../scene.ts';
import { advancedStats, attention, monthlyStats, periodStats, reconciliation, sourceStats, stats } from './figures.ts';
import { replyTemplates, thread } from './inbox.ts';
import { channels } from './notifications.ts';
import {
  admins,
  audit,
  demoToken,
  emailPreview,
  history,
  launch,
  messages,
  providerSettings,
  providers,
  sessions,
  storeSettings,
  verified,
} from './operator.ts';
import { deliveries, mails, payments, refunds, timeline } from './order-details.ts';
import { customer, customers, orders, shownOrder } from './orders.ts';
import { providerScores, serviceChanges } from './provider-scores.ts';
import { texts } from './texts.ts';
import { alerts, liveUsers, visitorBreakdown, visitors } from './watch.ts';

const counted = (count: number) => ({ 'x-total-count': String(count) });

const replies: Replies = {
  'GET /api/admin/verify': { returns: verified },
  'GET /api/admin/stats': { returns: stats },
  'GET /api/admin/monthly-stats': { returns: monthlyStats },
  'GET /api/admin/advanced-stats': { returns: advancedStats },
  'GET /api/admin/period-stats': { returns: periodStats },
  'GET /api/admin/source-stats': { returns: sourceStats },
  'GET /api/admin/system': {
    returns: {
      version: '1.0.0',
      jobs: { state: 'running', waiting: 0, oldest_due_seconds: 0, running: 0, restarts: 0 },
    },
  },
  'GET /api/admin/system/checks': {
    returns: {
      version: '1.0.0',
      started_at: '2026-03-09T06:00:00.000Z',
      checked_at: today.toISOString(),
      level: 'red',
      checks: testChecks,
      dead_jobs: [
        {
          id: '7',
          name: 'send_webhook',
          order_id: shownOrder.id,
          at: '2026-03-14T11:20:00.000Z',
          error: 'The endpoint returned HTTP 500.',
        },
      ],
    },
  },
  'GET /api/admin/heartbeat': {
    returns: {
      heartbeat: {
        masked_url: 'https://hc-ping.example/...',
        interval_minutes: 5,
        tried_at: '2026-03-14T14:58:00.000Z',
        succeeded_at: '2026-03-14T14:43:00.000Z',
        last_status: 404,
        problem: 'The monitor returned HTTP 404.',
        failures: 3,
      },
    },
  },
  'GET /api/admin/attention': { returns: attention },
  'GET /api/admin/reconciliation': { returns: reconciliation },
  'GET /api/admin/customers': { returns: [...customers], headers: counted(412) },
  'GET /api/admin/customers/{email}': { returns: customer },
  'GET /api/admin/customers/{email}/orders': {
    returns: orders.filter(({ customer_email }) => customer_email === customer.email),
  },
  'GET /api/orders': { returns: [...orders], headers: counted(1_593) },
  'GET /api/orders/{id}': {
    returns: { ...shownOrder, receipt_path: `/receipt/${shownOrder.id}/AAAAAAAAAAAAAAAAAAAAAA`, earlier_sends: [] },
  },
  'GET /api/orders/{id}/api-orders': { returns: deliveries },
  'POST /api/orders/api-orders-batch': {
    returns: orders.map(({ id }) => ({ orderId: id, apiOrders: id === shownOrder.id ? deliveries : [] })),
  },
  'GET /api/admin/order-views': {
    returns: [{ id: '1', name: 'Paid, to be sent', filter: { status: 'paid' }, saved_by: 'owner@shop.example' }],
  },
  'GET /api/admin/order-status/{providerId}': 'waits',
  'GET /api/admin/orders/{id}/payments': { returns: payments },
  'GET /api/admin/orders/{id}/refunds': { returns: refunds },
  'GET /api/admin/orders/{id}/timeline': { returns: timeline },
  'GET /api/admin/orders/{id}/evidence': { returns: evidence },
  'GET /api/admin/mails': { returns: mails },
  'GET /api/admin/mails/preview': { returns: emailPreview },
  'GET /api/admin/contact-messages': { returns: messages, headers: counted(2) },
  'GET /api/admin/contact-messages/{id}': { returns: thread },
  'GET /api/admin/reply-templates': { returns: replyTemplates },
  'GET /api/admin/visitor-dashboard/{period}': { returns: visitors },
  'GET /api/admin/visitor-breakdown/{period}': { returns: visitorBreakdown },
  'GET /api/admin/online-users': { returns: liveUsers },
  'GET /api/admin/security-alerts': { returns: alerts },
  'GET /api/admin/balance': { returns: { balance: 412.8, currency: 'USD' } },
  'GET /api/admin/settings': { returns: providerSettings },
  'GET /api/admin/providers': { returns: providers },
  'GET /api/admin/provider-scores': { returns: providerScores },
  'GET /api/admin/service-changes': { returns: serviceChanges },
  'GET /api/admin/admins': { returns: admins },
  'GET /api/admin/sessions': { returns: sessions },
  'GET /api/admin/time-zone': { returns: { time_zone: 'America/New_York', next: null } },
  'GET /api/admin/store-settings': { returns: storeSettings },
  'GET /api/admin/store-settings/history': { returns: history },
  'GET /api/admin/launch': { returns: launch },
  'GET /api/admin/audit': { returns: audit },
  'GET /api/admin/notification-channels': { returns: channels },
};

/** On an order's page the list is of its customer's others. */
const repliesOfOrder: Replies = {
  ...replies,
  'GET /api/orders': {
    returns: orders.filter(({ customer_email }) => customer_email === shownOrder.customer_email),
    headers: counted(2),
  },
};

/** `shown` is there once all has come. */
function seen(name: string, path: string, shown: string, more: Partial<Scene> = {}): Scene {
  return {
    name: `admin-${name}`,
    page: 'admin',
    frame: 'page',
    path: () => path,
    replies,
    languages: ['en'],
    token: demoToken,
    act: (stage) => come(stage, shown),
    ...more,
  };
}

/**
 * The page's clock stands still: what waits for a moment gets it. All has come when what is looked for is there, nothing is
 * on its way, and the page has not changed for a while.
 */
async function come({ page, pass, isQuiet }: Acting, shown: string): Promise<void> {
  let still = 0;
  let before = '';
  for (let looks = 0; still < 6; looks += 1) {
    if (looks === 600) throw new Error(`"${shown}" never came.`);
    await pass(25);
    await page.waitForTimeout(20);
    const quiet = isQuiet() && (await page.getByText(shown).first().isVisible());
    const now = await page.locator('body').innerHTML();
    still = quiet && now === before && (await page.locator('[aria-busy=true]').count()) === 0 ? still + 1 : 0;
    before = now;
  }
}

export const adminScenes: readonly Scene[] = [
  seen('overview', tabPath('overview'), 'Recent Orders', { shots: allShots }),
  seen('orders', tabPath('orders'), 'Q4WN8TZK2M7P'),
  seen('customers', tabPath('customers'), '$2,895.00'),
  seen('customer-row', `${tabPath('customers')}&customer=${customer.email}`, 'total spent', { frame: 'screen' }),
  seen('customer', customerPath(customer.email), 'Wants one invoice a month.'),
  seen('customer-not-found', customerPath('nobody@example.com'), 'Customer not found', {
    replies: {
      ...replies,
      'GET /api/admin/customers/{email}': { refuses: 404, code: 'not_found', message: 'Not found' },
    },
  }),
  seen('analytics', tabPath('analytics'), '$37.69'),
  seen('visitors', `${tabPath('visitors')}&view=timeline`, 'google.com'),
  seen('security', tabPath('security'), 'Ten wrong passwords'),
  seen('session', tabPath('session'), 'Active', {
    act: async (stage) => {
      await come(stage, 'Active');
      // What the countdown shows does not depend on how long the page took.
      await stage.page.clock.setSystemTime(today);
      await stage.pass(1_000);
    },
  }),
  seen('live-users', tabPath('liveusers'), '203.0.113.7'),
  seen('api', tabPath('api'), '412.80'),
  seen('settings', settingsPagePath('store'), 'Support hours, English'),
  seen('settings-launch', settingsPagePath('launch'), 'Sandbox mode'),
  seen('settings-prices', settingsPagePath('prices'), 'Price per 1,000'),
  seen('settings-monitoring', settingsPagePath('monitoring'), 'The last ping failed'),
  seen('system', systemPath, 'Something needs you now'),
  seen('settings-history', settingsPagePath('records'), 'night-shift@shop.example'),
  seen('settings-notifications', settingsPagePath('notifications'), 'My phone'),
  seen('notification-channel', settingsPagePath('notifications'), 'My phone', {
    frame: 'screen',
    act: async (stage) => {
      const { page } = stage;
      await come(stage, 'My phone');
      await page.getByRole('button', { name: 'Add channel' }).click();
      await page.getByRole('button', { name: 'Telegram' }).click();
      await come(stage, 'Find my chat');
    },
  }),
  seen('texts', settingsPagePath('texts'), 'Edit texts', {
    frame: { part: '#texts' },
    replies: { ...replies, 'GET /api/admin/texts': { returns: texts } },
    act: async (stage) => {
      const { page } = stage;
      await come(stage, 'Edit texts');
      await page.getByRole('button', { name: 'Edit texts' }).click();
      await come(stage, '4 texts');
      await page.getByRole('button', { name: 'Edit titles.payment' }).click();
      await page.getByLabel('Your text', { exact: true }).fill('The card did not work');
      await page.getByRole('button', { name: 'Edit order', exact: true }).focus();
      await come(stage, '1 change not saved');
    },
  }),
  seen('list', '/admin/orders', shownOrder.id, { shots: allShots }),
  seen('inbox', '/admin/inbox?message=12', 'Named in the message'),
  seen('inbox-templates', '/admin/inbox?box=templates', 'Placeholders are filled in'),
  seen('order', `/admin/orders/${shownOrder.id}`, 'Order placed', { replies: repliesOfOrder, shots: allShots }),
  seen('evidence', evidencePath(shownOrder.id), 'Appendix'),
  seen('order-not-found', '/admin/orders/N0SUCH0RDER1', 'Order not found', {
    replies: {
      ...replies,
      'GET /api/orders/{id}': { refuses: 404, code: 'order_not_found', message: 'Order not found' },
    },
  }),
  seen('refund', `/admin/orders/${shownOrder.id}`, 'Order placed', {
    frame: 'screen',
    replies: repliesOfOrder,
    act: async (stage) => {
      const { page } = stage;
      await come(stage, 'Order placed');
      await page.getByRole('button', { name: 'Refund', exact: true }).first().click();
      await come(stage, 'Reason');
    },
  }),
  seen('palette', tabPath('customers'), '$2,895.00', {
    frame: 'screen',
    act: async (stage) => {
      const { page } = stage;
      await come(stage, '$2,895.00');
      await page.keyboard.press('Control+k');
      await come(stage, 'Go to');
      await page.keyboard.type('or');
      await come(stage, 'Plain list of orders');
    },
  }),
];
