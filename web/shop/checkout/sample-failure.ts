// The failure whose card shows a text, for previews in the admin. Pure.
import type { Failure, FailureType } from './failure.ts';
import { isCheckoutFailureCode } from './failure-codes.ts';

const sampleCodes = {
  validation: 'email_required',
  instagram: 'link_invalid',
  payment: 'gateway_unavailable',
  server: 'order_not_created',
  network: 'offline',
  general: 'unknown',
  declined: 'card_declined',
  waiting: 'card_declines',
  paused: 'checkout_paused',
} as const;

/** Null for a text that no card shows. `key`: `checkout.island.titles.payment`. */
export function sampleFailure(key: string): Failure | null {
  const [, group, name] = key.match(/^checkout\.island\.(titles|tips|failures)\.(\w+)/) ?? [];
  if (!name) return null;
  const isType = group !== 'failures' && Object.hasOwn(sampleCodes, name);
  const code = isType ? sampleCodes[name as keyof typeof sampleCodes] : name;
  if (!isCheckoutFailureCode(code)) return null;
  return { type: isFailureType(name) ? name : typeOf(code), code };
}

function isFailureType(name: string): name is FailureType {
  return ['validation', 'instagram', 'payment', 'server', 'network', 'general'].includes(name);
}

function typeOf(code: string): FailureType {
  const known = Object.entries(sampleCodes).find(([type, sample]) => sample === code && isFailureType(type));
  if (known) return known[0] as FailureType;
  if (/^link_(invalid|missing|without_post|unreadable)/.test(code)) return 'instagram';
  if (/^(email|link|order_email|wrong|too_many_links|quantity|price)/.test(code)) return 'validation';
  if (/^(gateway|library|form|card|too_many_tries)/.test(code)) return 'payment';
  return 'server';
}
