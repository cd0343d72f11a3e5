// What a list needs is requested before the click on its link: while the pointer rests on it or presses it, or once it has
// the focus. A touch may be the start of a scroll, so it requests nothing.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallFor, EndpointName } from '../../contract/index.ts';
import type { Api } from '../api.ts';
import { useAdmin } from './admin-context.tsx';
import { type ListCall, pageQuery } from './kit/use-api.ts';
import { type CodeOnDemand, savesData } from './page-on-demand.tsx';

type PrefetchedPage = {
  page: CodeOnDemand;
  endpoint: EndpointName;
  read: (queries: QueryClient, api: Api) => Promise<void>;
};

/** A pointer that only crosses a link requests nothing. */
const restMs = 50;
/** Hover, press and focus of one click make one request. The page refetches when it opens. */
const freshMs = 5_000;

/** `input`: that of the page without a filter, so that the page finds the answer under its key. */
export function prefetchedPage<K extends ListCall>(
  page: CodeOnDemand,
  endpoint: EndpointName,
  call: K,
  input: CallFor<K>,
): PrefetchedPage {
  const read = (queries: QueryClient, api: Api) =>
    queries.prefetchQuery({ ...pageQuery(api, call, input, null), staleTime: freshMs });
  return { page, endpoint, read };
}

/** `pages`: by the `href` of the links that lead to them; the same object in each render. */
export function usePrefetch(pages: Readonly<Record<string, PrefetchedPage>>): void {
  const { api, session } = useAdmin();
  const queries = useQueryClient();
  useEffect(() => {
    if (savesData()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hovered: Element | null = null;

    function prefetch(link: Element | null): void {
      clearTimeout(timer);
      const target = pages[link?.getAttribute('href') ?? ''];
      if (!target || link?.getAttribute('aria-current') === 'page') return;
      void target.page.load().catch(() => undefined);
      if (session.state().denied.includes(target.endpoint)) return;
      void target.read(queries, api);
    }

    const listeners = new AbortController();
    const { signal } = listeners;
    const onHover = ({ target, pointerType }: PointerEvent) => {
      const link = linkOf(target);
      if (pointerType === 'touch' || link === hovered) return;
      hovered = link;
      clearTimeout(timer);
      timer = setTimeout(() => prefetch(link), restMs);
    };
    const onPress = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') prefetch(linkOf(target));
    };
    document.addEventListener('pointerover', onHover, { signal });
    document.addEventListener('pointerdown', onPress, { signal });
    document.addEventListener('focusin', ({ target }) => prefetch(linkOf(target)), { signal });
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, [api, session, queries, pages]);
}

function linkOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('a[href]') : null;
}
