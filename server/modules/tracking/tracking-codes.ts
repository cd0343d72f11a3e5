// Six-digit codes, and how an address is recognized without being stored. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { cleanCode } from '../../../contract/characters.ts';
import { normalAddress } from '../../../contract/normal-address.ts';

export type TrackingCodes = {
  /** A keyed hash of the address. */
  computeKey(email: string): string;
  /** The same for all addresses of one mailbox: `name+tag@host` is `name@host`. Counts the emails to it. */
  computeMailboxKey(email: string): string;
  /** The six digits that were mailed under this ID. */
  computeCode(codeId: string): string;
  /** In any form of `cleanCode`; constant time. */
  isCode(typed: string, codeId: string): boolean;
};

export function createTrackingCodes(secret: string): TrackingCodes {
  const hash = (purpose: string, text: string) => createHmac('sha256', secret).update(`${purpose} ${text}`).digest();
  const computeCode = (codeId: string) => String(hash('code', codeId).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  return {
    computeCode,
    computeKey: (email) => hash('email', plainEmail(email)).toString('base64url'),
    computeMailboxKey: (email) => hash('mailbox', toMailbox(email)).toString('base64url'),
    isCode: (typed, codeId) => {
      const digits = cleanCode(typed);
      return /^\d{6}$/.test(digits) && timingSafeEqual(Buffer.from(digits), Buffer.from(computeCode(codeId)));
    },
  };
}

/**
 * The same for two addresses that differ in form, or in the case of ASCII letters only. Other letters are compared as they are:
 * some of them become an ASCII letter in lower case, and with it the address of somebody else.
 */
export function plainEmail(email: string): string {
  return normalAddress(email).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function toMailbox(email: string): string {
  return plainEmail(email).replace(/\+[^@]*(?=@[^@]*$)/, '');
}
