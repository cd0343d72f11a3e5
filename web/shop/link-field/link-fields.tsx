// The list of post links: one to five fields.
import { maxPosts } from '../../../contract/share.ts';
import { Button } from '../../ui/button.tsx';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { focusLater } from '../checkout/focus-later.ts';
import { fill } from '../texts/text.ts';
import { LinkField } from './link-field.tsx';
import type { LinkFieldTexts } from './link-field-texts.ts';
import { PlacedLinks } from './placed-links.tsx';
import { type LinksOfOrder, useLinks } from './use-links.ts';

type LinkFieldsProps = {
  texts: LinkFieldTexts;
  /** The name of the group. */
  legend: string;
  order: LinksOfOrder;
  /** One for each link. */
  errors: readonly (string | null)[];
  /** The form was sent, or the field was left, with this link. */
  isJudged: (link: string) => boolean;
  disabled: boolean;
  onLeave: (link: string) => void;
  onAdd: () => void;
  onChange: (changed: Partial<LinksOfOrder>) => void;
};

export function LinkFields({
  texts,
  legend,
  order,
  errors,
  isJudged,
  disabled,
  onLeave,
  onAdd,
  onChange,
}: LinkFieldsProps) {
  const { posts } = order;
  const links = useLinks(order, onChange);
  const isOnly = posts.length === 1;

  function remove(position: number): void {
    onChange({ posts: posts.filter((_, at) => at !== position) });
    // The button that was pressed is gone, or is another field's now.
    focusLater(linkFieldId(Math.max(0, position - 1)));
  }

  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{legend}</legend>
      {posts.map((link, position) => (
        <LinkField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its position; nothing else names it
          key={position}
          id={linkFieldId(position)}
          label={isOnly ? texts.post : fill(texts.postAt, { position: position + 1 })}
          texts={texts}
          links={links}
          position={position}
          link={link}
          error={errors[position] ?? null}
          isJudged={isJudged(link)}
          onLeave={onLeave}
          action={
            isOnly ? null : (
              <Button
                variant="quiet"
                aria-label={fill(texts.remove, { position: position + 1 })}
                onClick={() => remove(position)}
                className="px-3"
              >
                <LineIcon path={moreIconPaths.close} />
              </Button>
            )
          }
        />
      ))}
      <PlacedLinks texts={texts} {...links.last} />
      <Button
        className="self-start"
        disabled={posts.length >= maxPosts}
        onClick={() => {
          onAdd();
          onChange({ posts: [...posts, ''] });
          focusLater(linkFieldId(posts.length));
        }}
      >
        {fill(texts.add, { count: posts.length, max: maxPosts })}
      </Button>
    </fieldset>
  );
}

export function linkFieldId(position: number): string {
  return `post-${position}`;
}
