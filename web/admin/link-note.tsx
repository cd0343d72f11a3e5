// The text of a link of an order, and what it opens where that is not the link of a post.

import type { OtherLinkRule } from '../../contract/link-rule-names.ts';
import { safeHref } from '../../contract/links/safe-href.ts';
import { describeNonPost } from '../../contract/pasted-links.ts';
import { linkName } from '../../contract/post-links.ts';
import { classNames } from '../ui/class-names.ts';
import { useItemTexts } from './texts/shown-texts.ts';

/** `linkRule`: of the order; an order of posts may have other links, which their buyer chose. */
export function LinkNote({ link, linkRule }: { link: string; linkRule?: OtherLinkRule | undefined }) {
  const { links } = useItemTexts();
  const opens = linkRule ? null : describeNonPost(link, true);
  if (opens === null) return null;
  return (
    <span className="flex flex-wrap gap-x-1.5 text-xs text-muted">
      <b translate="no" className="font-semibold">
        {linkName(links.kinds, opens)}
      </b>
      {opens.kind === 'share' ? null : <span>{links.chosen}</span>}
    </span>
  );
}

type LinkTextProps = {
  link: string;
  className?: string;
  /** Where the text is an address that can be opened. */
  anchorClassName?: string;
  /** Without it, the address without its start. */
  children?: string;
};

export function LinkText({
  link,
  className,
  anchorClassName = 'font-medium hover:underline',
  children = link.replace(/^https?:\/\/(www\.)?/, ''),
}: LinkTextProps) {
  const href = safeHref(link);
  if (!href)
    return (
      <span translate="no" className={classNames('break-all', className)}>
        {children}
      </span>
    );
  return (
    <a
      translate="no"
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={classNames('break-all', className, anchorClassName)}
    >
      {children}
    </a>
  );
}
