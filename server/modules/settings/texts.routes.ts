// Endpoints for the texts of pages and emails: their defaults, a preview, and earlier wordings.
import { completeTexts, type LanguageTexts, tidyTexts } from '../../../contract/text-settings.ts';
import type { Routes } from '../../store-module.ts';
import { previewTexts } from '../../workflows/preview-texts.ts';
import * as settingsRepository from './settings.repository.ts';
import { assertTextRules } from './text-rules.ts';

export const textRoutes: Routes<'listTexts' | 'previewTexts' | 'listTextVersions'> = {
  listTexts: async ({ texts }) => [...texts],

  previewTexts: async (ctx, { body: { page, language, texts: draft, key } }) => {
    const saved = (await settingsRepository.getLatest(ctx)).settings.texts;
    const wanted = tidyTexts(completeTexts({ ...saved, [language]: draft satisfies LanguageTexts }));
    assertTextRules(wanted, saved, ctx.texts);
    return previewTexts(ctx, { page, lang: language }, wanted, key ?? '');
  },

  listTextVersions: async (ctx, { query: { key, language } }) => {
    const steps = await settingsRepository.listTextVersions(ctx, language, key);
    return steps.map(({ version, changedAt, changedBy, text }) => ({
      version,
      changed_at: changedAt.toISOString(),
      changed_by: changedBy,
      text,
    }));
  },
};
