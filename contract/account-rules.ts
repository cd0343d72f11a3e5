// The roles and passwords of admins, and the owner's address. Pure, without zod: the pages use the titles and limits, the
// server enforces them.

/** From the lowest to the highest. Each role may do all that the roles before it may do. */
export const roles = ['viewer', 'support', 'manager', 'owner'] as const;
export type Role = (typeof roles)[number];

/** The name and the meaning of each role, as the form of an admin shows them. */
export const roleTitles: Record<Role, { title: string; meaning: string }> = {
  viewer: { title: 'Viewer', meaning: 'Sees everything but admins, API keys and webhooks. Changes nothing.' },
  support: {
    title: 'Support',
    meaning:
      'Adds notes, tags customers, answers messages, requests refills, resends emails, and refunds up to a limit.',
  },
  manager: {
    title: 'Manager',
    meaning: 'Runs the store: all but admins, API keys, webhooks, the launch and the limits of others.',
  },
  owner: { title: 'Owner', meaning: 'May do everything.' },
};

/** True when an admin of this role may make a call that needs the other. */
export function isAllowed(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** In characters. Long enough that the login rate limits make guessing infeasible. */
export const shortestPassword = 12;
export const longestPassword = 1024;

/** How long a change of the owner's address waits. The present address gets an email at once, and the change can be canceled. */
export const ownerAddressHours = 24;
