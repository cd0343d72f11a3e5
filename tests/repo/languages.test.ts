// A language is added in the files that docs/extending.md names: no other file of the product names one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languageNames } from '../../contract/language-texts.ts';
import { defaultLanguage, languages } from '../../contract/languages.ts';

const ofALanguage = [
  'contract/languages.ts',
  'contract/language-texts.ts',
  'server/modules/email/email-texts.ts',
  ...['presets', ...languages].map((name) => `web/shop/texts/${name}.ts`),
];
/**
 * The specification fixes some texts of the admin in Portuguese, and a demo visitor has a Portuguese browser. The card
 * pages of the sandbox have languages of their own, as gateways do. So has what operators read
 * (`admin-languages.ts`).
 */
const others = [
  'sandbox/gateway/card-page.ts',
  'sandbox/stripe/frames.ts',
  'contract/admin-languages.ts',
  'server/modules/email/digest-texts.ts',
  'server/modules/notifications/message-texts.ts',
  'web/admin/texts/text-sets.ts',
  'web/admin/texts/worker-texts.ts',
  // Ages, and the names of the languages themselves.
  'web/ui/format-date.ts',
  'web/admin/texts/pt.ts',
  'contract/message-texts/pt-settings.ts',
];

const codes = languages.filter((lang) => lang !== defaultLanguage);
const code = codes.join('|');
const name = codes.map((lang) => languageNames[lang].en).join('|');
/** A code as a text, a key, a property or a path; a name as a text of a page. */
const naming = new RegExp(
  `['"\`|/(](${code})['"\`|/)]|(?<![\\p{L}\\d_])(${code}):|\\.(${code})\\b|['"\`>](${name})['"\`<]`,
  'u',
);

const sources = ['contract', 'server', 'web', 'sandbox']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/testing/.test(name));

test('every language has its files, and no other file names it', () => {
  expect(ofALanguage.filter((name) => !sources.includes(name))).toEqual([]);
  const named = sources
    .filter((name) => ![...ofALanguage, ...others].includes(name))
    .flatMap((name) =>
      readFileSync(name, 'utf8')
        .split('\n')
        .filter((line) => naming.test(line) && !/^\s*(\/\/|\/?\*)/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(named).toEqual([]);
});
