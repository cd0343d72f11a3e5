// The scopes of API keys. Pure: used by the dialog that creates keys and by the server's authorization.

export const apiScopes = ['orders:read', 'customers:read', 'figures:read', 'orders:write', 'refunds:write'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** The description of each scope in the dialog that creates keys. */
export const apiScopeTitles: Record<ApiScope, string> = {
  'orders:read': 'Read orders, their deliveries and their refunds',
  'customers:read': 'Read customers and what they ordered',
  'figures:read': 'Read revenue and the other figures',
  'orders:write': 'Send the links of paid orders, request refills',
  'refunds:write': 'Refund buyers',
};

/** The prefix of every key, for secret scanners. */
export const apiKeyMark = 'ak_';
/** Maximum length of a key's name, in characters. */
export const longestKeyName = 60;
