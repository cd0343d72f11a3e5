// The list of post links (CHK-2..7, A-17, A-18): one to five fields, each with the rule under it.
import { messages } from '../../../contract/messages.ts';
import { hasAllowedPrefix, isAcceptableLink, looksLikePost, maxLinkLength } from '../../../contract/post-links.ts';
import { maxPosts } from '../../../contract/share.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';

type PostFieldsProps = { posts: readonly string[]; disabled: boolean; onPosts: (posts: readonly string[]) => void };

export function PostFields({ posts, disabled, onPosts }: PostFieldsProps) {
  const replace = (position: number, link: string) => onPosts(posts.map((post, at) => (at === position ? link : post)));
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-4">
      <legend className="sr-only">Instagram posts</legend>
      {posts.map((link, position) => (
        <PostField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its position; nothing else names it
          key={position}
          link={link}
          position={position}
          only={posts.length === 1}
          onLink={(next) => replace(position, next)}
          onRemove={() => onPosts(posts.filter((_, at) => at !== position))}
        />
      ))}
      <Button
        className="self-start"
        disabled={posts.length >= maxPosts}
        onClick={() => {
          onPosts([...posts, '']);
          // The new field exists after the next drawing.
          setTimeout(() => document.getElementById(postFieldId(posts.length))?.focus());
        }}
      >
        + Add Another Post ({posts.length}/{maxPosts})
      </Button>
    </fieldset>
  );
}

export function postFieldId(position: number): string {
  return `post-${position}`;
}

type PostFieldProps = {
  link: string;
  position: number;
  only: boolean;
  onLink: (link: string) => void;
  onRemove: () => void;
};

function PostField({ link, position, only, onLink, onRemove }: PostFieldProps) {
  const invalid = !hasAllowedPrefix(link);
  const odd = isAcceptableLink(link) && !looksLikePost(link);
  const label = only ? 'Post URL' : `Post URL ${position + 1}`;
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
        help={messages.linkHelp}
        onChange={(event) => onLink(event.currentTarget.value)}
        action={
          only ? null : (
            <Button variant="quiet" aria-label={`Remove post URL ${position + 1}`} onClick={onRemove} className="px-3">
              <Icon name="close" />
            </Button>
          )
        }
      />
      {odd ? (
        <p role="status" className="mt-1 flex items-center gap-1.5 text-sm font-medium text-orange-ink">
          <Icon name="info" />
          {messages.linkHint}
        </p>
      ) : null}
    </div>
  );
}
