// The session tab, in English.
import { formatDate } from '../../../ui/format-date.ts';
import type { SessionStatus } from '../../session-tab/session-status.ts';

export const session = {
  date: (at: string | number) => formatDate(at),
  refresh: 'Refresh',
  logout: 'Log out',
  status: 'Status',
  statuses: {
    Active: 'Active',
    'Expiring Soon': 'Expiring soon',
    Expired: 'Expired',
    'Not Authenticated': 'Not signed in',
  } satisfies Record<SessionStatus, string>,
  remaining: 'Time remaining',
  nobody: 'No one is signed in.',
  ends: (date: string) => `Ends on ${date}`,
  user: 'User',
  admin: 'Admin',
  role: 'Role',
  account: 'Password, passkeys and other sessions',
  protection: 'Protection',
  protections: {
    hashing: 'Password hashing: only argon2id hashes of passwords are kept (19 MiB of memory, 2 passes).',
    bruteForce:
      'Brute-force protection: five failures within 15 minutes lock an account and an address. A browser that signed in before counts by itself.',
    logout: 'Signing out ends this token at once, everywhere.',
  },
  token: 'Token',
  type: 'Type',
  algorithm: 'Algorithm',
  validFor: 'Valid for',
  hours: '24 hours',
  issued: 'Issued',
  expires: 'Expires',
  ip: 'IP',
  loginTime: 'Sign-in time',
};
