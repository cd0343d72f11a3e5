// The templates of replies: one list, saved as versions.
import { desc, sql } from 'drizzle-orm';
import type { ReplyTemplate } from '../../../contract/reply-placeholders.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import { replyTemplateVersions } from './contact.schema.ts';
import { starterTemplates } from './reply-starters.ts';

export type TemplateList = { version: number; templates: ReplyTemplate[] };
export type ReplyTemplates = ReturnType<typeof createReplyTemplates>;

export function createReplyTemplates({ database, audit }: { database: Database; audit: Audit }) {
  async function latest(at: Queryable): Promise<TemplateList> {
    const { version, templates } = replyTemplateVersions;
    const [found] = await at.select({ version, templates }).from(replyTemplateVersions).orderBy(desc(version)).limit(1);
    return found ?? { version: 0, templates: starterTemplates };
  }

  return {
    list: () => latest(database.db),

    /** Throws conflict when the list changed since `version`, except by this very list: a repeat changes nothing. */
    async save({ version, templates }: TemplateList, admin: Admin): Promise<TemplateList> {
      return database.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reply templates', 17))`);
        const stored = await latest(tx);
        if (isSame(stored.templates, templates)) return stored;
        if (stored.version !== version) {
          throw new StoreError('conflict', { reason: 'templates_changed' });
        }
        const saved = { version: version + 1, templates };
        await tx.insert(replyTemplateVersions).values({ ...saved, savedBy: admin.email, savedAt: database.now() });
        await audit.record(tx, {
          actor: `admin:${admin.id}`,
          action: 'reply_templates.saved',
          subject: 'reply_templates',
          details: { version: saved.version, templates: templates.length },
        });
        return saved;
      });
    },
  };
}

function isSame(stored: ReplyTemplate[], sent: ReplyTemplate[]): boolean {
  const words = (list: ReplyTemplate[]) =>
    JSON.stringify(list.map(({ language, name, text }) => [language, name, text]));
  return words(stored) === words(sent);
}
