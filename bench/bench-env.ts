// The environment of a store under a bench, alone or as one of several processes.

/** Callers come through a proxy, each from an address of its own, as visitors do. */
export const benchEnv = {
  JWT_SECRET: 'a secret of the bench, for several processes',
  SECRETS_KEY: 'a key of the bench, for several processes',
  TRUST_PROXY: '1',
  RATE_LIMIT_FACTOR: '100000',
  LOG_LEVEL: 'error',
};
