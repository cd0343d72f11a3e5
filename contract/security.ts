// Calls about what may be an attack, or money that needs a person (ADM-SEC).
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Worst first (ADM-SEC-14). */
const severities = ['critical', 'high', 'medium', 'low'] as const;

/** DATA-21. `orderId` is an addition: the order that it is about. */
const alertDetails = z.object({
  email: z.string().optional(),
  ip: z.string().optional(),
  /** Where the address is, in English: the country, after the city where that is known. */
  location: z.string().optional(),
  attempts: z.number().optional(),
  userAgent: z.string().optional(),
  orderId: z.string().optional(),
});

/**
 * DATA-20, DATA-21, A-65. Of alerts that nobody cleared: `recent` in the last hour, `activeThreats` of those the critical
 * and high ones. The newest 200, newest first.
 */
export const listSecurityAlerts = endpoint({
  method: 'GET',
  path: '/api/admin/security-alerts',
  access: 'admin',
  summary: 'Lists what the store warns of.',
  input: {},
  output: z.object({
    stats: z.object({ total: z.number(), critical: z.number(), recent: z.number(), activeThreats: z.number() }),
    alerts: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        severity: z.enum(severities),
        message: z.string(),
        timestamp: z.string(),
        details: alertDetails,
      }),
    ),
  }),
  errors: [],
});

/** ADM-SEC-10, A-65: hides them all. None is erased, and the audit log says who cleared how many. */
export const clearSecurityAlerts = endpoint({
  method: 'DELETE',
  path: '/api/admin/security-alerts',
  access: 'admin',
  summary: 'Clears every alert from the list.',
  input: {},
  output: z.object({ success: z.literal(true), cleared: z.number() }),
  errors: [],
});
