// What an API key may reach, in few words. Pure: the dialog that makes keys and the gate that holds them say the same.

export const apiScopes = ['orders:read', 'customers:read', 'figures:read', 'orders:write', 'refunds:write'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** What each lets a program do, for the one who makes the key. */
export const apiScopeTitles: Record<ApiScope, string> = {
  'orders:read': 'Read orders, their deliveries and their refunds',
  'customers:read': 'Read customers and what they ordered',
  'figures:read': 'Read revenue and the other figures',
  'orders:write': 'Send the links of paid orders, ask for refills',
  'refunds:write': 'Give money back to buyers',
};

/** How a key begins, so that it is told from other secrets wherever it turns up. */
export const apiKeyMark = 'ak_';
/** The longest name that a key may have. */
export const longestKeyName = 60;
/** A key that is asked to end lives at least a day, at most ten years. */
export const keyLifeDays = { least: 1, most: 3650 } as const;
