// The templates of replies: one list, saved as versions.
import { desc, sql } from 'drizzle-orm';
import { replyStarters } from '../../../contract/language-texts.ts';
import { languages } from '../../../contract/languages.ts';
import type { ReplyTemplate } from '../../../contract/reply-placeholders.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import { replyTemplateVersions } from './contact.schema.ts';

export type TemplateList = { version: number; templates: ReplyTemplate[] };

export function listReplyTemplates({ database }: StoreContext): Promise<TemplateList> {
  return findLatest(database.db);
}

/** Throws conflict when the list changed since `version`, except by this very list: a repeat changes nothing. */
export async function saveReplyTemplates(
  ctx: StoreContext,
  { version, templates }: TemplateList,
  admin: Admin,
): Promise<TemplateList> {
  return ctx.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reply templates', 17))`);
    const stored = await findLatest(tx);
    if (isSame(stored.templates, templates)) return stored;
    if (stored.version !== version) {
      throw new StoreError('conflict', { reason: 'templates_changed' });
    }
    const saved = { version: version + 1, templates };
    await tx.insert(replyTemplateVersions).values({ ...saved, savedBy: admin.email, savedAt: ctx.database.now() });
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'reply_templates.saved',
      subject: 'reply_templates',
      details: { version: saved.version, templates: templates.length },
    });
    return saved;
  });
}

async function findLatest(at: Queryable): Promise<TemplateList> {
  const { version, templates } = replyTemplateVersions;
  const [found] = await at.select({ version, templates }).from(replyTemplateVersions).orderBy(desc(version)).limit(1);
  return found ?? { version: 0, templates: starterTemplates };
}

function isSame(stored: ReplyTemplate[], sent: ReplyTemplate[]): boolean {
  const words = (list: ReplyTemplate[]) =>
    JSON.stringify(list.map(({ language, name, text }) => [language, name, text]));
  return words(stored) === words(sent);
}

/** The first list of a store. */
const starterTemplates: ReplyTemplate[] = languages.flatMap((language) =>
  replyStarters[language].map((one) => ({ language, ...one })),
);
