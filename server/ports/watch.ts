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

/** `token`: the token of the request. `actor`: the admin or key behind it. Null without one. */
export type RefusedCaller = { token: string | null; actor: { actor: string; name: string } | null };

export type Watch = {
  refused(code: ErrorCode, passer: Passer, caller: RefusedCaller): void;
  admitted(entrant: Entrant, passer: Passer): void;
};
