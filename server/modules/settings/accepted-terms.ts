// The terms and refund rules that a buyer accepts with an order, as the pages show them. Each wording is stored once.
import { createHash } from 'node:crypto';
import type { Language } from '../../../contract/languages.ts';
import { claimsAboveLegalText, fillLegalText } from '../../../contract/legal-text.ts';
import type { LegalName, StoreProfile } from '../../../contract/store-profile.ts';
import { defaultOf, ownTextOf, type TextCatalogue } from '../../../contract/text-settings.ts';
import { fittingText } from '../../../contract/text-tree.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { createLruCache } from '../../platform/caches.ts';
import type { VersionedProfile } from '../../ports/settings.ts';
import * as settingsRepository from './settings.repository.ts';
import { chooseDefaults } from './store-texts.ts';

/** `termsHash`: null where this process has no texts of pages. */
export type AcceptedTerms = { termsVersion: number; termsHash: string | null };

const storedTerms = oncePerContext(() => createLruCache<Promise<AcceptedTerms>>(50));

/** Writes only for the first order of a version and language in this process. */
export async function findAcceptedTerms(
  ctx: StoreContext,
  settings: VersionedProfile,
  language: Language,
): Promise<AcceptedTerms> {
  const kept = storedTerms(ctx);
  const { takesTransfers } = (await ctx.gateways.current()).pages;
  const key = `${settings.version} ${language} ${takesTransfers}`;
  const known = kept.get(key);
  if (known) return known;
  const found = storeTerms(ctx, settings, language, takesTransfers);
  kept.set(key, found);
  found.catch(() => kept.delete(key));
  return found;
}

async function storeTerms(
  ctx: StoreContext,
  { version, profile }: VersionedProfile,
  language: Language,
  takesTransfers: boolean,
): Promise<AcceptedTerms> {
  const texts = chooseDefaults(ctx.texts, takesTransfers);
  const terms = buildLegalText(texts, 'terms', profile, language);
  const refunds = buildLegalText(texts, 'refunds', profile, language);
  if (terms === '' && refunds === '') return { termsVersion: version, termsHash: null };
  const hash = createHash('sha256')
    .update(JSON.stringify([terms, refunds]))
    .digest('hex');
  await settingsRepository.addAcceptedTerms(ctx, { hash, terms, refunds });
  return { termsVersion: version, termsHash: hash };
}

/** In the form of the operator's own texts: `sectionsOf` of contract/legal-text.ts reads it. */
function buildLegalText(texts: TextCatalogue, name: LegalName, profile: StoreProfile, language: Language): string {
  const text = profile.legal[name][language] ?? buildDefaultText(texts, name, profile, language);
  const joinAddress = (form: string) =>
    shownTexts(texts, `legal.privacy.addresses.${form}`, profile, language).join('');
  const addresses = { cut: joinAddress('cut'), whole: joinAddress('whole') };
  return [...claimsAboveLegalText(name, profile, language), fillLegalText(text, profile, language, addresses)]
    .filter(Boolean)
    .join('\n\n');
}

function buildDefaultText(texts: TextCatalogue, name: LegalName, profile: StoreProfile, language: Language): string {
  const lead = shownTexts(texts, `legal.${name}.lead`, profile, language);
  return [...lead, ...shownTexts(texts, `legal.${name}.sections.`, profile, language)].join('\n\n');
}

function shownTexts(
  texts: TextCatalogue,
  prefix: string,
  { texts: settings }: StoreProfile,
  language: Language,
): string[] {
  const own = settings[language];
  return texts
    .filter(({ key }) => key.startsWith(prefix))
    .map((entry) => {
      const changed = fittingText(ownTextOf(own, entry.key), entry.texts[language].specified);
      const text = changed ?? defaultOf(entry, language, own.preset);
      return entry.key.endsWith('.heading') ? `# ${text}` : text;
    });
}
