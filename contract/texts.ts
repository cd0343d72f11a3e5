// Calls about the store's texts: all of them with their defaults, a preview of a page, and earlier wordings.
import { z } from 'zod';
import { byName } from './by-name.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { previewSubjects } from './preview-pages.ts';
import { textPresets } from './text-presets.ts';

const key = z.string().max(120);
const changedTexts = z.object({ preset: z.enum(textPresets), changed: z.record(key, z.string().max(25_000)) });

/** `changed`: only texts that differ from the preset, by their key. */
export const textSettings = z.object(byName(languages, () => changedTexts));

/** `plain`: null where the preset has no text of its own. */
export const listTexts = endpoint('GET /api/admin/texts', {
  role: 'viewer',
  summary: 'Lists every text of the pages and emails with its defaults in each language.',
  output: z.array(
    z.object({
      key: z.string(),
      texts: z.object(byName(languages, () => z.object({ specified: z.string(), plain: z.string().nullable() }))),
    }),
  ),
});

/**
 * `texts`: the texts of that language that a save would store. Orders and receipts are samples. With the `key` of a text
 * of the error card, the checkout shows that card.
 */
export const previewTexts = endpoint('POST /api/admin/texts/preview', {
  role: 'viewer',
  stepUp: { neverBecause: 'it changes nothing' },
  summary: 'Returns a public page or an email with texts that are not saved.',
  input: {
    body: z.object({
      page: z.enum(previewSubjects),
      language: z.enum(languages),
      texts: changedTexts,
      key: key.optional(),
    }),
  },
  output: z.object({
    title: z.string(),
    description: z.string(),
    /** The whole document. For a frame without scripts. */
    html: z.string(),
  }),
  errors: ['invalid_input', 'unavailable'],
  bodyLimitBytes: 512 * 1024,
});

/** Newest first, of the last 1,000 versions of the settings. `text`: null where the default was shown again. */
export const listTextVersions = endpoint('GET /api/admin/texts/versions', {
  role: 'viewer',
  summary: 'Lists the last wordings of one text.',
  input: { query: z.object({ key, language: z.enum(languages) }) },
  output: z.array(
    z.object({
      version: z.number(),
      changed_at: z.string(),
      changed_by: z.string().nullable(),
      text: z.string().nullable(),
    }),
  ),
  errors: ['invalid_input'],
});
