// A drawn post whose counter rolls to the chosen number, with the field for the post's link. The checkout reads the link
// from the order in progress.
import { type ClipboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Category } from '../../../contract/category.ts';
import type { Language } from '../../../contract/languages.ts';
import { countText } from '../../../contract/numbers.ts';
import { maxPosts } from '../../../contract/share.ts';
import { iconPaths, LineIcon } from '../../ui/icon.tsx';
import { readOrder, saveOrder } from '../in-progress-order.ts';
import { fill } from '../texts/text.ts';
import type { PickerProps } from './home-props.ts';
import { usePart } from './use-part.ts';

type PostProps = PickerProps & { changes: number };

export function Post(props: PostProps) {
  const { lang, texts, prices, category, quantity, changes } = props;
  const counter = useRoll(quantity, changes, lang);
  return (
    <div className="post">
      <p className="count" aria-hidden="true">
        <LineIcon path={prices.offer?.icon ?? iconPaths[category as Category]} />
        <b ref={counter} translate="no">
          {countText(quantity, lang)}
        </b>
        <span>{texts.units[category]}</span>
      </p>
      <PostLink {...props} />
    </div>
  );
}

function PostLink(props: PostProps) {
  const { texts, prices, ready } = props;
  const input = useRef<HTMLInputElement>(null);
  // Without it the field stays plain: the checkout takes the links out of the text.
  const [Chip, load] = usePart(() => import('./home-link.tsx'));

  // Uncontrolled: the browser may restore a text, and a buyer may type, before the page is hydrated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the prices of the page
  useLayoutEffect(() => {
    const [kept = ''] = readOrder(prices).posts;
    const field = input.current;
    if (!field) return;
    field.value ||= kept;
    if (field.value) load();
  }, [prices]);

  function keep(link: string): void {
    const order = readOrder(prices);
    saveOrder({ ...order, posts: [link, ...order.posts.slice(1)] });
  }

  return (
    <div className="paste">
      <input
        ref={input}
        type="url"
        autoComplete="off"
        disabled={!ready}
        aria-label={texts.postLink}
        aria-describedby="post-link-help"
        placeholder={texts.pastePost}
        onFocus={load}
        onChange={(event) => keep(event.currentTarget.value)}
        onPaste={keepSpaces}
      />
      <LineIcon path={iconPaths.link} />
      <div id="post-link-help">
        {Chip && <Chip {...props} input={input} />}
        <small>{fill(texts.share, { posts: maxPosts })}</small>
      </div>
    </div>
  );

  /** An input drops line breaks: two links would become one. */
  function keepSpaces(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text');
    if (Chip || !/\n/.test(text)) return;
    event.preventDefault();
    event.currentTarget.value = text.replace(/\s+/g, ' ');
    keep(event.currentTarget.value);
  }
}

const rollMs = 200;

/** React renders the final number; the frames before it only replace its text. Without changes nothing rolls. */
function useRoll(count: number, changes: number, lang: Language): RefObject<HTMLElement | null> {
  const counter = useRef<HTMLElement>(null);
  const shown = useRef(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another number rolls
  useLayoutEffect(() => {
    const from = shown.current;
    const endMs = performance.now() + rollMs;
    let frame = 0;
    const step = () => {
      const left = Math.max(0, (endMs - performance.now()) / rollMs) ** 3;
      shown.current = Math.round(count + (from - count) * left);
      if (counter.current) counter.current.textContent = countText(shown.current, lang);
      if (left > 0) frame = requestAnimationFrame(step);
    };
    if (changes > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches) step();
    else shown.current = count;
    return () => cancelAnimationFrame(frame);
  }, [count]);
  return counter;
}
