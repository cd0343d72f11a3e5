// What may be asked of the audit log.
import type { Handlers } from '../../request-context.ts';
import type { AuditRepository } from './audit.repository.ts';

export function auditRoutes({ repository }: { repository: AuditRepository }): Handlers<'listAudit'> {
  return {
    listAudit: async ({ query }, call) => {
      const { limit, cursor = null } = query;
      const search = query.search?.trim() ?? '';
      // Reads one extra row to detect a next page.
      const found = await repository.listEntries({ search, cursor, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      if (found.length > limit && last) {
        const next = new URLSearchParams({ limit: String(limit), cursor: String(last.id) });
        if (search !== '') next.set('search', search);
        call.answerHeader('link', `</api/admin/audit?${next}>; rel="next"`);
      }
      return page.map(({ happenedAt, ...entry }) => ({ ...entry, happened_at: happenedAt.toISOString() }));
    },
  };
}
