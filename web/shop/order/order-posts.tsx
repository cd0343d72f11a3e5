// The posts of an order: one row each, with its count, its own sentence and what the buyer can do.
import { lazy, Suspense } from 'react';
import type { Language } from '../../../contract/languages.ts';
import type { OrderedKind } from '../../../contract/links/ordered-kinds.ts';
import { countText } from '../../../contract/numbers.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { describeLink, type LinkStory } from '../../../contract/order-state.ts';
import { linkName } from '../../../contract/post-links.ts';
import { Badge } from '../../ui/badge.tsx';
import { LineIcon } from '../../ui/icon.tsx';
import { fill, type Text } from '../texts/text.ts';
import type { OrderTexts } from './order-props.ts';
import type { OrderActs } from './use-order-page.ts';

type Post = OrderPage['posts'][number];
type PostsTexts = OrderTexts['posts'];
/** `acts`: null before the page is hydrated, and on a read-only page. */
type OrderPostsProps = {
  lang: Language;
  texts: PostsTexts;
  order: Pick<OrderPage, 'id' | 'posts' | 'sending'>;
  acts: OrderActs | null;
};

// Only delivered posts have one.
const PostGuarantee = lazy(() => import('./post-guarantee.tsx'));
// Only unsent posts have one.
const PostReplacement = lazy(() => import('./post-replacement.tsx'));

const reelPath =
  'M7 3.5h10A2.5 2.5 0 0 1 19.5 6v12a2.5 2.5 0 0 1-2.5 2.5H7A2.5 2.5 0 0 1 4.5 18V6A2.5 2.5 0 0 1 7 3.5Z M10 9v6l5-3-5-3Z';
const kindPaths = {
  p: 'M5.5 4h13A1.5 1.5 0 0 1 20 5.5v13a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-13A1.5 1.5 0 0 1 5.5 4Z M4.5 17 10 11.5l4.5 4.5 2-2 3 3 M15.5 8.5v.01',
  reel: reelPath,
  tv: reelPath,
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7 M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
} as const;

export function OrderPosts(props: OrderPostsProps) {
  const { texts, order } = props;
  return (
    <section aria-labelledby="posts">
      <h2 id="posts" className="text-xl font-bold">
        {texts.title}
      </h2>
      <ul className="mt-3 divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {order.posts.map((post, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies the post
          <PostRow key={`${at} ${post.shortcode}`} {...props} post={post} number={at + 1} />
        ))}
      </ul>
    </section>
  );
}

function PostRow({ lang, texts, order, post, number, acts }: OrderPostsProps & { post: Post; number: number }) {
  const { state, ordered, delivered } = post;
  const story = describeLink(post, order.sending);
  const count = (units: number) => countText(units, lang);
  const name = nameOf(post, number, texts);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-3 gap-y-2 p-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <span className="grid size-10 place-items-center rounded-card bg-sunken text-muted max-sm:hidden">
        <LineIcon path={kindPaths[post.kind ?? 'link']} />
      </span>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold break-words">
          <PostName post={post} name={name} />
        </span>
        <Badge tone={story.tone}>{texts.states[story.badge]}</Badge>
      </div>
      <div className="flex flex-col gap-1.5 text-sm sm:col-start-2">
        {story.hasBar ? <progress className="progress" max={ordered} value={delivered ?? 0} aria-label={name} /> : null}
        <p className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 text-muted">
          <span className="font-medium text-ink tabular-nums">
            {delivered === undefined || state === 'unpaid'
              ? fill(texts.uncounted, { ordered: count(ordered) })
              : fill(texts.count, { delivered: count(delivered), ordered: count(ordered) })}
          </span>
          <span>{fill(sentenceOf(post, story, texts), { count: count(story.missing ?? 0) })}</span>
        </p>
        {isChosen(post) ? <p className="text-muted">{texts.chosen.note}</p> : null}
        {acts && (story.canReplace || story.hasRequest) ? (
          <Suspense>
            <PostReplacement
              lang={lang}
              texts={texts}
              order={order}
              position={number - 1}
              name={name}
              requestLink={acts.requestLink}
            />
          </Suspense>
        ) : null}
        {acts && (post.guarantee || post.drop) ? (
          <Suspense>
            <PostGuarantee
              lang={lang}
              texts={texts.guarantee}
              orderId={order.id}
              post={post}
              name={name}
              reportDrop={acts.reportDrop}
            />
          </Suspense>
        ) : null}
      </div>
    </li>
  );
}

/** A link that opens no post has some sentences of its own. */
function sentenceOf(post: Post, { sentence }: LinkStory, texts: PostsTexts) {
  const own: Partial<Record<LinkStory['sentence'], Text<'count'>>> = isChosen(post) ? texts.chosen : {};
  return own[sentence] ?? texts.sentences[sentence];
}

/** The buyer used a link that opens no post. */
function isChosen({ opens }: Post): boolean {
  return opens !== undefined && opens.kind !== 'share' && !opens.fits;
}

function nameOf({ kind, shortcode, opens }: Post, number: number, texts: PostsTexts): string {
  const shown = kind !== null && shortcode !== null ? { kind, name: shortcode } : opens;
  // The page of an order that takes other links has the names of their kinds, too.
  return shown ? linkName(texts.kinds as Readonly<Record<OrderedKind, string>>, shown) : fill(texts.link, { number });
}

function PostName({ post: { kind, shortcode }, name }: { post: Post; name: string }) {
  if (kind === null || shortcode === null) return <span translate="no">{name}</span>;
  return (
    <a
      href={`https://www.instagram.com/${kind}/${shortcode}/`}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="underline decoration-hairline underline-offset-4 hover:decoration-accent"
      translate="no"
    >
      {name}
    </a>
  );
}
