// The links that invite an admin: the ID of the invitation and its signature. The database has no part of the signature, so
// that nobody who reads a table, a stored email or a log can accept an invitation.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type InvitationLinks = {
  /** The token is in the fragment, which browsers send to no server. */
  buildPath(invitationId: string): string;
  /** The ID of the invitation; null for a token that this store did not sign. */
  read(token: string): string | null;
};

const idBytes = 16;

/** `secret` is used for these links only. A new one invalidates all earlier links. */
export function createInvitationLinks(secret: string): InvitationLinks {
  const sign = (id: Buffer) => createHmac('sha256', secret).update(id).digest();

  return {
    buildPath(invitationId) {
      const id = Buffer.from(invitationId.replaceAll('-', ''), 'hex');
      return `/admin-login#invite=${Buffer.concat([id, sign(id)]).toString('base64url')}`;
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const id = bytes.subarray(0, idBytes);
      const signature = bytes.subarray(idBytes);
      const expected = sign(id);
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
