// A drawn post whose counter rolls to the chosen number, with the field for the post's link. The checkout reads the link
// from the order in progress.
import { useLayoutEffect, useRef, useState } from 'react';
import { countText } from '../../../contract/count-text.ts';
import { maxPosts } from '../../../contract/share.ts';
import { iconPaths, LineIcon } from '../../ui/icon.tsx';
import { readOrder, saveOrder } from '../in-progress-order.ts';
import { fill } from '../texts/text.ts';
import type { PickerProps } from './home-props.ts';
import { useRoll } from './use-roll.ts';

type PostProps = PickerProps & { changes: number };

export function Post(props: PostProps) {
  const { lang, texts, category, quantity, changes } = props;
  const counter = useRoll(quantity, changes, lang);
  return (
    <div className="post">
      <p className="count" aria-hidden="true">
        <LineIcon path={category === 'Likes' ? iconPaths.heart : iconPaths.eye} />
        <b ref={counter}>{countText(quantity, lang)}</b>
        {texts.units[category]}
      </p>
      <PostLink {...props} />
    </div>
  );
}

/** The checkout takes the links out of the text. */
function isPlausible(text: string): boolean {
  return !text.trim() || /instagr/i.test(text);
}

function PostLink({ texts, prices, ready }: PostProps) {
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  // Uncontrolled: the browser may restore a text, and a buyer may type, before the page is hydrated.
  useLayoutEffect(() => {
    const [kept = ''] = readOrder(prices).posts;
    if (input.current) input.current.value ||= kept;
  }, [prices]);

  function keep(link: string): void {
    const order = readOrder(prices);
    saveOrder({ ...order, posts: [link, ...order.posts.slice(1)] });
    if (isPlausible(link)) setWrong(false);
  }

  return (
    <div className="paste">
      <div className="paste-field">
        <LineIcon path={iconPaths.link} />
        <input
          ref={input}
          type="url"
          autoComplete="off"
          disabled={!ready}
          aria-label={texts.postLink}
          aria-invalid={isWrong}
          aria-describedby="post-link-help"
          placeholder={texts.pastePost}
          onChange={(event) => keep(event.currentTarget.value)}
          onBlur={(event) => setWrong(!isPlausible(event.currentTarget.value))}
        />
      </div>
      <small id="post-link-help">
        {isWrong && <LineIcon path={iconPaths.warning} />}
        {isWrong ? texts.linkWrong : fill(texts.share, { posts: maxPosts })}
      </small>
    </div>
  );
}
