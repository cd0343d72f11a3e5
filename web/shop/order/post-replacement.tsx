// The form that requests another link for an unsent post, and the state of the last request. Loaded only for posts with one of
// both.
import { type FormEvent, useEffect, useState } from 'react';
import { checkLinks } from '../../../contract/checkout-rules.ts';
import type { Language } from '../../../contract/languages.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { pathOf } from '../../../contract/pages.ts';
import { describeLink, needsConsent, rewriteLink } from '../../../contract/pasted-links.ts';
import { linkName } from '../../../contract/post-links.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { focusLater } from '../checkout/focus-later.ts';
import { focusLinkLater } from '../link-field/focus-link-later.ts';
import { LinkField } from '../link-field/link-field.tsx';
import type { LinkFieldTexts } from '../link-field/link-field-texts.ts';
import { loadLinkFieldTexts } from '../link-field/load-texts.ts';
import { isAccepted, type LinksOfOrder, useLinks } from '../link-field/use-links.ts';
import { contactLink } from '../links.ts';
import { fill } from '../texts/text.ts';
import type { OrderTexts } from './order-props.ts';
import type { RequestLink } from './use-order-page.ts';

type Post = OrderPage['posts'][number];
type PostReplacementProps = {
  lang: Language;
  texts: OrderTexts['posts'];
  order: Pick<OrderPage, 'id' | 'posts' | 'link_rule'>;
  position: number;
  name: string;
  requestLink: RequestLink;
};

export default function PostReplacement(props: PostReplacementProps) {
  const { lang, texts, order, position, name } = props;
  const post = order.posts[position];
  const [isOpen, setOpen] = useState(false);
  const id = `new-link-${position}`;
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="status" className="empty:-mb-2">
        {post?.link_request ? <span>{formatRequest(post.link_request, texts)}</span> : null}
        {post?.link_request?.state === 'declined' ? (
          <>
            <span> </span>
            <a href={contactLink(lang, order.id)} className="inline-block font-medium underline underline-offset-4">
              {texts.guarantee.contact}
            </a>
          </>
        ) : null}
      </p>
      {post?.can_replace && !isOpen ? (
        <Button
          id={`${id}-open`}
          size="sm"
          aria-label={`${texts.otherPost}: ${name}`}
          onClick={() => {
            setOpen(true);
            focusLater(id);
          }}
        >
          {texts.otherPost}
        </Button>
      ) : null}
      {post?.can_replace && isOpen ? (
        <ReplacementForm
          {...props}
          id={id}
          onClose={() => {
            setOpen(false);
            focusLater(`${id}-open`);
          }}
        />
      ) : null}
    </div>
  );
}

function formatRequest(
  { state, new_link, reason }: NonNullable<Post['link_request']>,
  texts: OrderTexts['posts'],
): string {
  const { asked, states, reason: why } = texts.replacement;
  const opens = describeLink(rewriteLink(new_link));
  const link = opens ? linkName(texts.kinds, opens) : new_link;
  const outcome = fill(state === 'requested' ? asked : states[state], { link });
  return reason === null ? outcome : `${outcome} ${fill(why, { reason })}`;
}

function ReplacementForm({
  lang,
  texts: { replacement: texts },
  order,
  position,
  id,
  requestLink,
  onClose,
}: PostReplacementProps & { id: string; onClose: () => void }) {
  const [fieldTexts, setFieldTexts] = useState<LinkFieldTexts | null>(null);
  const [entered, setEntered] = useState<LinksOfOrder>({ posts: [''], accepted: [] });
  const [judged, setJudged] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Keeps only the first of several pasted links.
  const links = useLinks(entered, (changed) =>
    setEntered((before) => ({ ...before, ...changed, posts: (changed.posts ?? before.posts).slice(0, 1) })),
  );
  const [link = ''] = entered.posts;
  const postLinks = order.posts.map(({ post_link }) => post_link ?? '');

  const needsTexts = order.link_rule === undefined;
  useEffect(() => {
    if (!needsTexts) return;
    void loadLinkFieldTexts(pathOf('checkout', lang)).then((loaded) => {
      setFieldTexts(loaded);
      if (loaded === null) setFailure(texts.failed);
      else focusLater(id);
    });
  }, [lang, texts, id, needsTexts]);

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // Set before the first await: a second click sends nothing.
    if (isSending) return;
    setSending(true);
    await send();
    setSending(false);
  }

  async function send(): Promise<void> {
    const newLink = order.link_rule ? link.trim() : rewriteLink(link);
    links.change(0, newLink);
    setJudged(newLink);
    const problem = order.link_rule
      ? await explainOther(lang, order.link_rule, { postLinks, position, newLink, known: texts.known })
      : findProblem(postLinks, position, newLink, texts);
    setFailure(problem);
    if (problem !== null) return;
    if (!order.link_rule && needsConsent(newLink) && !isAccepted(entered, newLink)) {
      focusLinkLater(id);
      return;
    }
    try {
      await requestLink(postLinks[position] ?? '', newLink);
    } catch (error) {
      const code = error instanceof ApiError ? String(error.body.code) : '';
      setFailure((texts.refusals as Partial<Record<string, string>>)[code] ?? texts.failed);
    }
  }

  const isOther = order.link_rule !== undefined;
  return (
    <form noValidate onSubmit={onSubmit} className="flex w-full flex-col gap-3">
      {isOther ? (
        <Field
          id={id}
          label={texts.label}
          inputMode="url"
          autoComplete="off"
          value={link}
          onChange={({ target }) => setEntered({ posts: [target.value], accepted: [] })}
        />
      ) : null}
      {fieldTexts && !isOther ? (
        <LinkField
          id={id}
          label={texts.label}
          texts={fieldTexts}
          links={links}
          position={0}
          link={link}
          error={null}
          isJudged={judged === link}
          onLeave={setJudged}
        />
      ) : null}
      {failure === null ? null : (
        <p role="alert" className="font-medium text-ink">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          size="sm"
          waiting={isSending}
          disabled={fieldTexts === null && !isOther}
        >
          {isSending ? texts.sending : texts.send}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

type Replaced = { postLinks: readonly string[]; position: number; newLink: string; known: string };

/** Without a connection the server alone checks the link. */
async function explainOther(
  lang: Language,
  rule: NonNullable<OrderPage['link_rule']>,
  { postLinks, position, newLink, known }: Replaced,
): Promise<string | null> {
  try {
    const { explainLinks, isSamePage } = await import('./other-links.ts');
    if (isSamePage(rule, newLink, postLinks[position] ?? '')) return known;
    const changed = postLinks.map((link, at) => (at === position ? newLink : link));
    return await explainLinks(lang, rule, changed, postLinks);
  } catch {
    return null;
  }
}

/** Applies the checkout rules to all links of the order, like the server. */
function findProblem(
  postLinks: readonly string[],
  position: number,
  newLink: string,
  { known, refusals }: OrderTexts['posts']['replacement'],
): string | null {
  const changed = postLinks.map((link, at) => (at === position ? newLink : link));
  const reason = checkLinks(changed, postLinks)?.reason;
  if (newLink === postLinks[position] || reason === 'link_duplicate') return known;
  return reason ? refusals.invalid_input : null;
}
