// Endpoints for the texts of pages and emails: their defaults, a preview, and earlier wordings.
import type { Language } from '../../../contract/languages.ts';
import type { RenderedPage } from '../../../contract/pages.ts';
import type { PreviewPage } from '../../../contract/preview-pages.ts';
import { StoreError } from '../../../contract/store-error.ts';
import {
  completeTexts,
  type LanguageTexts,
  type TextCatalogue,
  type TextSettings,
  tidyTexts,
} from '../../../contract/text-settings.ts';
import type { Handlers } from '../../request-context.ts';
import type { SettingsRepository } from './settings.repository.ts';
import { assertTextRules } from './text-rules.ts';

/** The whole document of a page, with texts that are not saved. */
export type PreviewPageWith = (
  place: { page: PreviewPage; lang: Language },
  texts: TextSettings,
  shownText: string,
) => Promise<Pick<RenderedPage, 'title' | 'description' | 'html'>>;

export type TextRoutesDeps = {
  texts: TextCatalogue;
  repository: Pick<SettingsRepository, 'getLatest' | 'listTextVersions'>;
  previewEmail: (lang: Language, texts: TextSettings, key: string) => ReturnType<PreviewPageWith>;
  /** Null: this process serves no pages. */
  previewPage: PreviewPageWith | null;
};

export function textRoutes({
  texts,
  repository,
  previewEmail,
  previewPage,
}: TextRoutesDeps): Handlers<'listTexts' | 'previewTexts' | 'listTextVersions'> {
  return {
    listTexts: async () => [...texts],

    previewTexts: async ({ body: { page, language, texts: draft, key } }) => {
      const saved = (await repository.getLatest()).settings.texts;
      const wanted = tidyTexts(completeTexts({ ...saved, [language]: draft satisfies LanguageTexts }));
      assertTextRules(wanted, saved, texts);
      if (page === 'email') return previewEmail(language, wanted, key ?? '');
      if (previewPage === null) throw new StoreError('unavailable');
      return previewPage({ page, lang: language }, wanted, key ?? '');
    },

    listTextVersions: async ({ query: { key, language } }) => {
      const steps = await repository.listTextVersions(language, key);
      return steps.map(({ version, changedAt, changedBy, text }) => ({
        version,
        changed_at: changedAt.toISOString(),
        changed_by: changedBy,
        text,
      }));
    },
  };
}
