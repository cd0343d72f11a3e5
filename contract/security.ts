// Calls about security and payment alerts.
import { z } from 'zod';
import { messageFields } from './coded-message.ts';
import { endpoint } from './endpoint.ts';

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
