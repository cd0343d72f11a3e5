// Queries and cache keys of the account sections, without UI.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';

export type ListedAdmin = AnswerFor<'GET /api/admin/admins'>[number];
export type ListedSession = AnswerFor<'GET /api/admin/sessions'>[number];

export const accountKeys = {
  admins: ['account', 'admins'] as const,
  sessions: ['account', 'sessions'] as const,
  passkeys: ['account', 'passkeys'] as const,
};

export function adminsQuery(api: Api) {
  return queryOptions({
    queryKey: accountKeys.admins,
    queryFn: ({ signal }) => api.call('GET /api/admin/admins', {}, { signal }),
  });
}

export function sessionsQuery(api: Api) {
  return queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => api.call('GET /api/admin/sessions', {}, { signal }),
  });
}

export function passkeysQuery(api: Api) {
  return queryOptions({
    queryKey: accountKeys.passkeys,
    queryFn: ({ signal }) => api.call('GET /api/admin/passkeys', {}, { signal }),
  });
}
