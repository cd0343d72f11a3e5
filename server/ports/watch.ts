// THE PORT for watching access: receives refusals and sign-ins. Returns nothing and never throws.
import type { ErrorCode } from '../../contract/errors.ts';

export type Passer = {
  ip: string;
  userAgent: string;
  /** The method and the pattern of the path. */
  route: string;
};

/** An admin, as far as the session identifies one. */
export type Entrant = { email: string; sessionId: string; signedInFrom: string };

export type Watch = {
  /** `token`: the token of the request, or null. */
  refused(code: ErrorCode, passer: Passer, token: string | null): void;
  admitted(entrant: Entrant, passer: Passer): void;
};
