// The list of post links: one to five fields, each with its error below.
import { hasAllowedPrefix, isAcceptableLink, looksLikePost, maxLinkLength } from '../../../contract/post-links.ts';
import { maxPosts } from '../../../contract/share.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { fill } from '../texts/text.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { focusLater } from './focus-later.ts';

type PostFieldsProps = {
  words: CheckoutTexts;
  posts: readonly string[];
  disabled: boolean;
  onPosts: (posts: readonly string[]) => void;
};

export function PostFields({ words, posts, disabled, onPosts }: PostFieldsProps) {
  const { texts } = words;
  const replace = (position: number, link: string) => onPosts(posts.map((post, at) => (at === position ? link : post)));
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-4">
      <legend className="sr-only">{texts.posts}</legend>
      {posts.map((link, position) => (
        <PostField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its position; nothing else names it
          key={position}
          words={words}
          link={link}
          position={position}
          only={posts.length === 1}
          onLink={(next) => replace(position, next)}
          onRemove={() => {
            onPosts(posts.filter((_, at) => at !== position));
            // The button that was pressed is gone, or is another field's now.
            focusLater(postFieldId(Math.max(0, position - 1)));
          }}
        />
      ))}
      <Button
        className="self-start"
        disabled={posts.length >= maxPosts}
        onClick={() => {
          onPosts([...posts, '']);
          focusLater(postFieldId(posts.length));
        }}
      >
        {fill(texts.add, { count: posts.length, max: maxPosts })}
      </Button>
    </fieldset>
  );
}

export function postFieldId(position: number): string {
  return `post-${position}`;
}

type PostFieldProps = {
  words: CheckoutTexts;
  link: string;
  position: number;
  only: boolean;
  onLink: (link: string) => void;
  onRemove: () => void;
};

function PostField({ words, link, position, only, onLink, onRemove }: PostFieldProps) {
  const invalid = !hasAllowedPrefix(link);
  const odd = isAcceptableLink(link) && !looksLikePost(link);
  const { texts } = words;
  const label = only ? texts.post : fill(texts.postAt, { position: position + 1 });
  return (
    <div>
      <Field
        id={postFieldId(position)}
        label={label}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={maxLinkLength}
        placeholder="https://www.instagram.com/p/..."
        value={link}
        invalid={invalid}
        help={texts.linkHelp}
        onChange={(event) => onLink(event.currentTarget.value)}
        action={
          only ? null : (
            <Button
              variant="quiet"
              aria-label={fill(texts.remove, { position: position + 1 })}
              onClick={onRemove}
              className="px-3"
            >
              <LineIcon path={moreIconPaths.close} />
            </Button>
          )
        }
      />
      {odd ? (
        <p role="status" className="mt-1 flex items-center gap-1.5 text-sm font-medium text-orange-ink">
          <LineIcon path={moreIconPaths.info} />
          {texts.linkHint}
        </p>
      ) : null}
    </div>
  );
}
