// The details in short, above the card form: the email, the posts, and the way back to them.

import { isPostOrShare } from '../../../contract/pasted-links.ts';
import { linkName } from '../../../contract/post-links.ts';
import { Button } from '../../ui/button.tsx';
import { rules } from '../link-field/field-rules.ts';
import type { LinkFieldTexts } from '../link-field/link-field-texts.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

type DetailsSummaryProps = {
  texts: CheckoutTexts['texts'];
  email: string;
  posts: readonly string[];
  /** The payment is being checked on the way back. */
  leaving: boolean;
  onEdit: () => void;
};

export function DetailsSummary({ texts, email, posts, leaving, onEdit }: DetailsSummaryProps) {
  return (
    <section aria-labelledby="details-title" className="min-w-0">
      <h2 id="details-title" className="sr-only">
        {texts.details}
      </h2>
      <div className="flex items-center gap-x-4">
        <p className="min-w-0 wrap-anywhere text-muted" translate="no">
          {email}
        </p>
        <Button
          variant="quiet"
          className="-mr-4 ml-auto leading-tight underline decoration-edge underline-offset-4"
          aria-label={leaving ? undefined : texts.editDetails}
          disabled={leaving}
          waiting={leaving}
          onClick={onEdit}
        >
          {leaving ? texts.checking : texts.edit}
        </Button>
      </div>
      {posts.length > 0 ? (
        <ul className="mt-1 flex flex-wrap gap-2 wrap-anywhere">
          {posts.map((post, position) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
              key={position}
              className="max-w-full rounded-lg border border-hairline bg-surface px-3 py-1.5 text-sm"
            >
              <Post link={post} texts={texts.linkField} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Post({ link, texts }: { link: string; texts: LinkFieldTexts }) {
  const opens = rules.describe(link);
  return (
    <>
      <span translate="no" className="font-semibold">
        {opens ? linkName(texts.kinds, opens) : link}
      </span>
      {opens && !opens.fits && !isPostOrShare(opens) ? <span className="block text-muted">{texts.chosen}</span> : null}
    </>
  );
}
