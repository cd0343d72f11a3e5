// The link from an order or a customer back to the list before it, with its filter, its page and its scroll position.
import { useState } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../ui/icons.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { cameFrom, keepsScroll } from './scroll-memory.ts';

/** `list`: the list of the address, which survives a reload. */
export function Breadcrumb({ list = null }: { list?: { href: string; name: string } | null }) {
  const { navigation } = useTexts();
  const [{ href, place }] = useState(cameFrom);
  return (
    <Link
      href={list?.href ?? href}
      state={keepsScroll}
      className="inline-flex min-h-8 items-center gap-1.5 text-sm font-semibold text-muted hover:text-ink pointer-coarse:min-h-11"
    >
      <Icon name="arrowLeft" />
      <span>{list?.name ?? navigation[place]}</span>
    </Link>
  );
}
