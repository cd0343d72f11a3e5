// A page or an email with texts that are not saved.
import type { Language } from '../../contract/languages.ts';
import type { PreviewPage } from '../../contract/page-labels.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { TextSettings } from '../../contract/text-settings.ts';
import type { StoreContext } from '../context.ts';
import { previewEmailText } from '../modules/email/compose-email.ts';

/** `shownText`: the key of the text that the preview has to show. Throws unavailable where this process serves no pages. */
export async function previewTexts(
  ctx: StoreContext,
  { page, lang }: { page: PreviewPage | 'email'; lang: Language },
  texts: TextSettings,
  shownText: string,
) {
  if (page === 'email') return previewEmailText(ctx, lang, texts, shownText);
  const pages = ctx.pages();
  if (pages === null) throw new StoreError('unavailable');
  return pages.renderPreview({ page, lang }, { texts }, shownText);
}
