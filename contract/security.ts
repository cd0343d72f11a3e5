// Calls about alerts, the audit log, the owner's address (where notices about access and money go) and the spending caps.
import { z } from 'zod';
import { byName } from './by-name.ts';
import { endpoint } from './endpoint.ts';
import { messageFields, numberCursor, pageLimit } from './shared-schemas.ts';
import { capWindows, spendingKinds } from './spending-caps.ts';
import { addressInput, searchInput } from './text-inputs.ts';

/** Most severe first. */
const severities = ['critical', 'high', 'medium', 'low'] as const;

/** `orderId`: the affected order. */
const alertDetails = z.object({
  email: z.string().optional(),
  ip: z.string().optional(),
  /** Derived from the IP address, in English: the country, preceded by the city when known. */
  location: z.string().optional(),
  attempts: z.number().optional(),
  userAgent: z.string().optional(),
  orderId: z.string().optional(),
});

/**
 * Alerts about security, money and a stopped store that are not cleared. What happened to a link is in its order and the
 * action items. `recent`: of the last hour. `activeThreats`: critical and high ones. Returns the newest
 * 200, newest first.
 */
export const listSecurityAlerts = endpoint('GET /api/admin/security-alerts', {
  role: 'viewer',
  summary: 'Lists the alerts.',
  output: z.object({
    stats: z.object({ total: z.number(), critical: z.number(), recent: z.number(), activeThreats: z.number() }),
    alerts: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        severity: z.enum(severities),
        /** In English. */
        message: z.string(),
        ...messageFields,
        timestamp: z.string(),
        details: alertDetails,
      }),
    ),
  }),
});

/** Hides all alerts. No alert is deleted; the audit log records the admin and the number. */
export const clearSecurityAlerts = endpoint('DELETE /api/admin/security-alerts', {
  role: 'manager',
  stepUp: true,
  summary: 'Clears all alerts from the list.',
  output: z.object({ success: z.literal(true), cleared: z.number() }),
});

/**
 * Newest first. `search`: a full order ID or other subject, an admin's email, the start of an API key (nine
 * characters), or an action prefix ("order.", "session"). The `Link` header of each response has the next page.
 */
export const listAudit = endpoint('GET /api/admin/audit', {
  role: 'viewer',
  summary: 'Lists the entries of the audit log, by pages.',
  input: {
    query: z.object({
      limit: pageLimit(),
      cursor: numberCursor(),
      search: searchInput.max(254).optional(),
    }),
  },
  output: z.array(
    z.object({
      id: z.number(),
      happened_at: z.string(),
      /**
       * An admin's email, "API key" and its name (only for owners), `system`, `visitor`, or `admin` for a removed admin.
       */
      actor: z.string(),
      action: z.string(),
      subject: z.string(),
      /** Empty, as `personal`, about what only owners list: API keys, webhooks, channels, the owner's address. */
      details: z.record(z.string(), z.unknown()),
      /** Personal data; null when there is none or after an erasure. */
      personal: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  errors: ['invalid_input'],
});

/**
 * `address`: where notices go now. `is_set`: false while that is the support email. `pending`: the change that waits,
 * null without one.
 */
const ownerAddress = z.object({
  address: z.string(),
  is_set: z.boolean(),
  can_mail: z.boolean(),
  pending: z.object({ address: z.string(), takes_effect_at: z.string(), requested_by: z.string() }).nullable(),
});

export const getOwnerAddress = endpoint('GET /api/admin/owner-address', {
  role: 'owner',
  summary: "Returns the owner's address and its pending change.",
  output: ownerAddress,
});

/**
 * The first address takes effect at once before a live store opens. Any other one does after 24 hours. A newer change
 * replaces one that waits. The present address cancels it.
 */
export const setOwnerAddress = endpoint('PUT /api/admin/owner-address', {
  role: 'owner',
  stepUp: true,
  summary: "Changes the owner's address.",
  input: { body: z.object({ address: addressInput }) },
  output: ownerAddress,
  errors: ['invalid_input'],
});

/** Without a pending change, nothing happens. */
export const cancelOwnerAddress = endpoint('DELETE /api/admin/owner-address/pending', {
  role: 'owner',
  stepUp: true,
  summary: "Cancels the pending change of the owner's address.",
  output: ownerAddress,
});

/**
 * Dollars, of confirmations their number. `used`: since the cap was lifted, if that is later; null for a role that sees no
 * costs. `cap` null: none.
 */
const use = z.object({ used: z.number().nullable(), cap: z.number().nullable() });
const spending = z.object(
  byName(spendingKinds, () =>
    z.object({
      ...byName(capWindows, () => use),
      /** Since when acts of this kind are refused; null while they are not. */
      reached_at: z.string().nullable(),
    }),
  ),
);

export const getSpending = endpoint('GET /api/admin/spending', {
  role: 'viewer',
  summary: 'Returns how much of the spending caps is used.',
  output: spending,
});

/** Earlier uses no longer count. The audit log records the admin. */
export const liftSpendingCap = endpoint('POST /api/admin/spending/{kind}/lift', {
  role: 'owner',
  stepUp: true,
  summary: 'Opens a spending cap that was reached.',
  input: { params: z.object({ kind: z.enum(spendingKinds) }) },
  output: spending,
  errors: ['invalid_input'],
});
