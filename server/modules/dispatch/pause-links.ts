// The links that pause the sending of one order: signed tokens that name the order and the email that they are in.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '../../../contract/languages.ts';
import { pathOf } from '../../../contract/pages.ts';
import { pauseLinkDays } from '../../../contract/sending-pause-rules.ts';

export type PauseRight = { orderId: string; mailId: string };

export type PauseLinks = {
  /** Path of the page with the button. `writtenAt`: of the email. */
  buildPath(right: PauseRight & { writtenAt: Date }, lang: Language): string;
  /** Null for a token that this store did not sign, or that expired. */
  read(token: string, now: Date): PauseRight | null;
};

const lifeSeconds = pauseLinkDays * 86_400;
const orderIdBytes = 12;
const uuidBytes = 16;
const signedBytes = orderIdBytes + uuidBytes + 4;
const macBytes = 16;

/** `secret` is used for these links only. A new one invalidates all earlier links. */
export function createPauseLinks(secret: string): PauseLinks {
  const computeMac = (signed: Buffer) => createHmac('sha256', secret).update(signed).digest().subarray(0, macBytes);

  function buildToken({ orderId, mailId, writtenAt }: PauseRight & { writtenAt: Date }): string {
    const signed = Buffer.alloc(signedBytes);
    signed.write(orderId, 'latin1');
    signed.write(mailId.replaceAll('-', ''), orderIdBytes, 'hex');
    signed.writeUInt32BE(Math.floor(writtenAt.getTime() / 1000) + lifeSeconds, orderIdBytes + uuidBytes);
    return Buffer.concat([signed, computeMac(signed)]).toString('base64url');
  }

  return {
    buildPath: (right, lang) => `${pathOf('pause', lang)}/${buildToken(right)}`,
    read(token, now) {
      const bytes = Buffer.from(token, 'base64url');
      // Another spelling of the same bytes is another token.
      if (bytes.length !== signedBytes + macBytes || bytes.toString('base64url') !== token) return null;
      const signed = bytes.subarray(0, signedBytes);
      if (!timingSafeEqual(bytes.subarray(signedBytes), computeMac(signed))) return null;
      if (signed.readUInt32BE(orderIdBytes + uuidBytes) * 1000 <= now.getTime()) return null;
      const hex = signed.toString('hex', orderIdBytes, orderIdBytes + uuidBytes);
      return {
        orderId: signed.toString('latin1', 0, orderIdBytes),
        mailId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      };
    },
  };
}
