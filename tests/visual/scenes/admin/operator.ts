// Who looks at the demo store's admin, how the store is run, and where it sends: all but orders and figures.

import type { AnswerFor } from '../../../../contract/index.ts';
import { launchStatementIds, launchStatements } from '../../../../contract/launch.ts';
import { englishMessage } from '../../../../contract/message-texts/english-message.ts';
import type { CodeWithoutParams } from '../../../../contract/store-messages.ts';
import { defaultStoreProfile } from '../../../../contract/store-profile.ts';
import { firstStoreSettings } from '../../../../contract/store-settings.ts';
import { composeEmail } from '../../../../server/modules/email/email-templates.ts';

const email = 'owner@shop.example';
const signedInAt = '2026-03-14T08:00:00Z';
const signedInSeconds = Date.parse(signedInAt) / 1_000;
const expiresSeconds = signedInSeconds + 86_400;

/** Looks like one, and proves nothing: what is asked of the real store goes with a real one. */
export const demoToken = [
  { alg: 'HS256', typ: 'JWT' },
  { email, role: 'admin', ip: '203.0.113.5', loginTime: signedInAt, iat: signedInSeconds, exp: expiresSeconds },
  'signature',
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

export const verified: AnswerFor<'GET /api/admin/verify'> = { user: { email, role: 'admin', exp: expiresSeconds } };

export const admins: AnswerFor<'GET /api/admin/admins'> = [
  {
    id: 'a1',
    email,
    created_at: '2025-11-02T10:00:00Z',
    last_sign_in_at: signedInAt,
    second_factor: true,
    passkeys: 0,
    is_you: true,
    role: 'owner',
  },
  {
    id: 'a2',
    email: 'night-shift@shop.example',
    created_at: '2026-01-20T10:00:00Z',
    last_sign_in_at: null,
    second_factor: false,
    passkeys: 0,
    is_you: false,
    role: 'support',
  },
];

export const sessions: AnswerFor<'GET /api/admin/sessions'> = [
  {
    id: 's1',
    ip: '203.0.113.5',
    login_at: signedInAt,
    expires_at: '2026-03-15T08:00:00Z',
    is_this: true,
    user_agent: 'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36',
  },
];

export const storeSettings: AnswerFor<'GET /api/admin/store-settings'> = {
  version: 3,
  changed_at: '2026-03-10T09:30:00Z',
  changed_by: email,
  mode: 'sandbox',
  settings: { ...firstStoreSettings(), automatic_dispatch: true },
};

export const history: AnswerFor<'GET /api/admin/store-settings/history'> = [
  {
    version: 3,
    changed_at: '2026-03-10T09:30:00Z',
    changed_by: email,
    changes: [{ field: 'prices.unit_price_micros', before: '5500', after: '6000' }],
  },
  {
    version: 2,
    changed_at: '2026-02-21T17:05:00Z',
    changed_by: 'night-shift@shop.example',
    changes: [{ field: 'automatic_dispatch', before: 'false', after: 'true' }],
  },
];

export const audit: AnswerFor<'GET /api/admin/audit'> = [
  {
    id: 812,
    happened_at: '2026-03-14T14:02:00Z',
    actor: email,
    action: 'refund.asked',
    subject: 'Q4WN8TZK2M7P',
    details: { amountCents: 1_200 },
    personal: null,
  },
  {
    id: 805,
    happened_at: signedInAt,
    actor: email,
    action: 'session.opened',
    subject: email,
    details: {},
    personal: { ip: '203.0.113.5' },
  },
];

export const providerSettings: AnswerFor<'GET /api/admin/settings'> = {
  api_key: '********7f3a',
  api_url: 'https://panel.example/api/v2',
  likes_service_id: '101',
  views_service_id: '205',
  has_api_key: true,
};

export const providers: AnswerFor<'GET /api/admin/providers'> = [
  {
    id: 'default',
    name: 'Panel',
    priority: 0,
    enabled: true,
    kind: 'panel-v2',
    api_url: 'https://panel.example/api/v2',
    api_key: '********7f3a',
    likes_service_id: '101',
    routes: [],
    views_service_id: '205',
    low_balance: 50,
    balance: 412.8,
    currency: 'USD',
    balance_at: '2026-03-14T14:59:00Z',
    services_at: '2026-03-14T03:00:00Z',
    services: 318,
    circuit: 'closed',
    used: [
      {
        category: 'Likes',
        service_id: '101',
        name: 'Likes, real people',
        cost_per_1000: 0.84,
        cost_per_1000_usd: 0.84,
        price_per_1000: 6,
        lowest_price_per_1000: 3.9,
        min: 50,
        max: 300_000,
        sample: 200,
        success_percent: 97.5,
        start_seconds: 240,
      },
      {
        category: 'Views',
        service_id: '205',
        name: 'Views, worldwide',
        cost_per_1000: 0.21,
        cost_per_1000_usd: 0.21,
        price_per_1000: 6,
        lowest_price_per_1000: 2.7,
        min: 100,
        max: 10_000_000,
        sample: 84,
        success_percent: 99,
        start_seconds: 95,
      },
    ],
    warnings: [],
    check: { state: 'passed', problem: null, checked_at: '2026-03-14T14:59:00Z' },
  },
  {
    id: '2',
    name: 'Second panel',
    priority: 10,
    enabled: true,
    kind: 'panel-v2',
    api_url: 'https://other.example/api/v2',
    api_key: '********91bc',
    likes_service_id: '7',
    routes: [],
    views_service_id: '9',
    low_balance: 50,
    balance: 12.4,
    currency: 'USD',
    balance_at: '2026-03-14T14:58:00Z',
    services_at: null,
    services: 0,
    circuit: 'closed',
    used: [],
    warnings: [{ kind: 'balance', words: 'Funds are low: $12.40 of $50.00.' }],
    check: { state: 'untested', problem: null, checked_at: null },
  },
];

export const emailPreview: AnswerFor<'GET /api/admin/mails/preview'> = composeEmail(
  {
    kind: 'order_received',
    orderId: 'SAMPLE234567',
    writtenAt: new Date(0),
    order: {
      language: 'en',
      category: 'Likes',
      offer: null,
      quantity: 1_000,
      amountCents: 600,
      refundedCents: 0,
      postLinks: ['https://www.instagram.com/p/Csample0001/'],
    },
    refund: null,
    replacement: null,
    declined: null,
    drop: null,
    facts: {
      status: 'pending',
      payment: 'unpaid',
      delivery: { state: 'none', links: 1, sent: 0, ended: 0, ordered: 1_000, delivered: 0 },
      posts: [],
    },
  },
  {
    profile: defaultStoreProfile,
    publicUrl: 'https://shop.example',
    receiptPath: (id) => `/receipt/${id}/key`,
    orderPath: (id) => `/order/${id}/key`,
    mailId: 'preview',
    recipient: 'buyer@example.com',
  },
);

export const messages: AnswerFor<'GET /api/admin/contact-messages'> = [
  {
    id: '12',
    name: 'Sofia Almeida',
    email: 'sofia@studio.example',
    subject: 'Views for a reel',
    urgent: true,
    message: 'Can I order views for a reel that goes live on Monday?',
    received_at: '2026-03-14T12:40:00Z',
    latest_at: '2026-03-14T12:55:00Z',
    read_at: null,
    answered_at: null,
    reply_state: null,
  },
  {
    id: '11',
    name: 'Marc',
    email: 'marc@velo.example',
    subject: 'Receipt',
    urgent: false,
    message: 'Please send me the receipt of my last order.',
    received_at: '2026-03-13T18:10:00Z',
    latest_at: '2026-03-13T18:10:00Z',
    read_at: '2026-03-13T19:00:00Z',
    answered_at: '2026-03-13T19:05:00Z',
    reply_state: null,
  },
];

const check = (required: boolean, done: boolean, code: CodeWithoutParams) => ({
  id: code,
  title: englishMessage({ code }),
  code,
  done,
  required,
});

/** Fixed, because the checks of the real store change when a background job reads the provider's catalogue. */
export const launch: AnswerFor<'GET /api/admin/launch'> = {
  mode: 'sandbox',
  open: true,
  attestation: null,
  checks: [
    check(true, false, 'check_support_email'),
    check(true, true, 'check_provider'),
    check(false, false, 'check_catalog'),
    check(false, false, 'check_claims'),
    check(false, false, 'check_business'),
    check(false, false, 'check_legal'),
    check(false, false, 'check_mail'),
  ],
  statements: launchStatementIds.map((id) => ({ id, title: launchStatements[id] })),
};
