// What PostgreSQL reports about a failed statement.

/** The SQLSTATE of a failed query, through whatever wraps it, or null. */
export function findSqlState(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return null;
}

/** The name of the unique or check constraint that refused a row, or null. */
export function violatedConstraint(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { constraint } = at as { constraint?: unknown };
    if (typeof constraint === 'string') return constraint;
  }
  return null;
}

// Explains in one sentence why a database cannot be used: mistakes in its address or its installation.

const reasons: Record<string, string> = {
  '28P01': 'does not know this user with this password. Mend DATABASE_URL',
  '28000': 'does not let this user in from here. Mend DATABASE_URL, or pg_hba.conf of the server',
  '3D000': 'is not there. Make it (createdb --owner=applaud applaud), or mend DATABASE_URL',
  '42501': 'does not belong to the user of DATABASE_URL. Give it to that user (alter database ... owner to ...)',
  '53300': 'has no connection left. Lower DATABASE_POOL, or raise max_connections of the server',
  '57P01': 'is stopping. Try again in a moment',
  '57P02': 'was ended. Try again in a moment',
  '57P03': 'is starting or stopping. Try again in a moment',
  ECONNREFUSED: 'does not answer at its address. Start it, or mend DATABASE_URL',
  ENOENT: 'does not answer at its address. Start it, or mend DATABASE_URL',
  ETIMEDOUT: 'does not answer at its address. Mend DATABASE_URL, or the firewall between',
  EHOSTUNREACH: 'does not answer at its address. Mend DATABASE_URL, or the firewall between',
  ENOTFOUND: 'has a host name that cannot be resolved. Correct DATABASE_URL',
  EAI_AGAIN: 'has a host name that cannot be resolved. Correct DATABASE_URL, or check DNS',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate without a trusted authority. Name its authority in NODE_EXTRA_CA_CERTS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate without a trusted authority. Name it in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'has a certificate without a trusted authority. Name its authority in NODE_EXTRA_CA_CERTS',
};

/** The sentence, with the server's own words behind it; null for every other kind of error. */
export function problemOfDatabase(error: unknown): string | null {
  const reason = reasons[findSqlState(error) ?? ''];
  const words = innermostWords(error);
  if (reason) return `The database ${reason}. (${words})`;
  return words.startsWith('Connection terminated') ? 'The database ended the connection. Try again in a moment.' : null;
}

// Attempts at several addresses of one name come as one error without words.
function innermostWords(error: unknown): string {
  if (error instanceof AggregateError) return innermostWords(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause ? innermostWords(error.cause) : error.message;
}
