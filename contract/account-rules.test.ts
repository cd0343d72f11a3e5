import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isAllowed, roles } from './account-rules.ts';
import { endpoint } from './endpoint.ts';
import { mayChangeSetting } from './setting-fields.ts';

describe('D-36: roles', () => {
  test('each role may do all that the lower ones may', () => {
    for (const [rank, role] of roles.entries())
      for (const [needed, other] of roles.entries()) expect(isAllowed(role, other)).toBe(rank >= needed);
  });

  test('only an owner changes the limits of others', () => {
    expect(mayChangeSetting('manager', 'support_refund.largest')).toBe(false);
    expect(mayChangeSetting('manager', 'require_second_factor')).toBe(false);
    expect(mayChangeSetting('owner', 'support_refund.largest')).toBe(true);
    expect(mayChangeSetting('manager', 'name')).toBe(true);
  });

  test('a call of the admin without a role does not compile, nor a public one with a role', () => {
    const call = { summary: 'X.', output: z.object({}) } as const;
    // @ts-expect-error: an admin call declares its role.
    endpoint('GET /x', { ...call, access: 'admin' });
    // @ts-expect-error: so does one that admins see more of.
    endpoint('GET /x', { ...call, access: 'either' });
    // @ts-expect-error: nobody who makes a public call has a role.
    endpoint('GET /x', { ...call, access: 'public', role: 'viewer' });
    expect(endpoint('GET /x', { ...call, access: 'admin', role: 'viewer' }).role).toBe('viewer');
  });
});
