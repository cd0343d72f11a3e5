// The state of a session and its remaining time. Pure.

const expiringSoonMs = 3_600_000;

export type SessionStatus = 'Active' | 'Expiring Soon' | 'Expired' | 'Not Authenticated';

/** `expirySeconds` since 1970; null when no admin is signed in. */
export function sessionStatus(expirySeconds: number | null, nowMs: number): SessionStatus {
  if (expirySeconds === null) return 'Not Authenticated';
  const leftMs = expirySeconds * 1000 - nowMs;
  if (leftMs <= 0) return 'Expired';
  return leftMs < expiringSoonMs ? 'Expiring Soon' : 'Active';
}

/** HH:MM:SS; never below zero. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
