// What the link field of the checkout does with pasted text, for the field of the home page: loaded once that is used.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Language } from '../../../contract/languages.ts';
import { pathOf } from '../../../contract/pages.ts';
import { linkName } from '../../../contract/post-links.ts';
import type { PagePrices } from '../../../contract/pricing.ts';
import { FieldHelp } from '../../ui/field-help.tsx';
import { readOrder, saveOrder } from '../in-progress-order.ts';
import { rules } from '../link-field/field-rules.ts';
import { focusLinkLater } from '../link-field/focus-link-later.ts';
import type { LinkFieldTexts } from '../link-field/link-field-texts.ts';
import { LinkOverlay } from '../link-field/link-overlay.tsx';
import { LinkStatus } from '../link-field/link-status.tsx';
import { loadLinkFieldTexts } from '../link-field/load-texts.ts';
import { PlacedLinks } from '../link-field/placed-links.tsx';
import { takeRule } from '../link-field/take-rule.ts';
import { pauseMs, useLinkField } from '../link-field/use-link-field.ts';
import { type LinksOfOrder, useLinks } from '../link-field/use-links.ts';
import styles from './home-link.css?inline';

export type HomeLinkProps = { input: RefObject<HTMLInputElement | null>; lang: Language; prices: PagePrices };

const id = 'post-link';

/** Nothing until its texts are there. */
export default function HomeLink(props: HomeLinkProps) {
  const [texts, setTexts] = useState<LinkFieldTexts | null>(null);
  const { lang, prices } = props;
  const { rule, checkout = pathOf('checkout', lang) } = prices.offer ?? {};
  useEffect(() => {
    adoptStyles();
    void Promise.all([loadLinkFieldTexts(checkout), rule ? takeRule(lang, rule) : true]).then(([loaded, hasRule]) =>
      setTexts(hasRule ? loaded : null),
    );
  }, [lang, checkout, rule]);
  return texts && <Field {...props} texts={texts} />;
}

function Field({ input, texts, prices }: HomeLinkProps & { texts: LinkFieldTexts }) {
  const { order, change } = useOrder(input, prices);
  const links = useLinks(order, change);
  const [link = '', ...others] = order.posts;
  const field = useLinkField({ links, position: 0, link, input });
  const parts = { id, texts, links, position: 0, link, input, field };
  const latest = useRef(field);
  useLayoutEffect(() => {
    latest.current = field;
  });

  // The input belongs to a part that is loaded before this one, and stays as it is while the buyer types.
  useEffect(() => {
    const element = input.current;
    if (!element) return undefined;
    element.id = id;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('input', () => latest.current.change(element.value), { signal });
    element.addEventListener('click', () => latest.current.open(), { signal });
    element.addEventListener('blur', () => latest.current.leave(), { signal });
    element.addEventListener(
      'paste',
      (event) => {
        if (latest.current.place(event.clipboardData?.getData('text') ?? '')) event.preventDefault();
      },
      { signal },
    );
    return () => listening.abort();
  }, [input]);

  // What was pasted before this part was there. What is being typed is left alone until a pause.
  useEffect(() => {
    const text = input.current?.value ?? '';
    const isTyping = text !== '' && document.activeElement === input.current;
    if (isTyping) latest.current.open();
    const place = () => input.current?.value === text && latest.current.place(text);
    const timer = setTimeout(place, isTyping ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [input]);

  // To the checkout only with a link that it would use.
  useEffect(() => {
    const proceed = document.querySelector('.go a');
    const stop = (event: Event) => {
      if (!latest.current.blocksCheckout) return;
      event.preventDefault();
      latest.current.leave();
      focusLinkLater(id);
    };
    proceed?.addEventListener('click', stop);
    return () => proceed?.removeEventListener('click', stop);
  }, []);

  const wrong = field.findViolation(texts);
  useLayoutEffect(() => input.current?.setAttribute('aria-invalid', `${wrong !== null}`), [input, wrong]);

  const chips = others.map(rules.describe).filter((opens) => opens !== null);
  return (
    <>
      <div className="paste-chip">
        <LinkOverlay {...parts} label={texts.post} />
      </div>
      {wrong ? (
        <FieldHelp id={`${id}-rule`} isError>
          {wrong}
        </FieldHelp>
      ) : null}
      <LinkStatus {...parts} />
      {chips.length > 0 ? (
        <ul className="mt-1.5 flex flex-wrap gap-1.5">
          {chips.map((opens, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two shared links have the same text
            <li key={at} className="rounded-lg wrap-anywhere bg-sunken px-2 py-1 text-sm font-semibold">
              {linkName(texts.kinds, opens)}
            </li>
          ))}
        </ul>
      ) : null}
      <PlacedLinks texts={texts} {...links.last} />
    </>
  );
}

/** The links of the order in progress; the first one is the value of the input. */
function useOrder(input: HomeLinkProps['input'], prices: PagePrices) {
  const [order, setOrder] = useState<LinksOfOrder>({ posts: [''], accepted: [] });

  const show = useCallback(
    ({ posts, accepted }: LinksOfOrder) => {
      const [link = ''] = posts;
      setOrder({ posts: posts.length > 0 ? posts : [''], accepted });
      if (input.current && input.current.value !== link) input.current.value = link;
    },
    [input],
  );

  useLayoutEffect(() => {
    const recall = () => show(readOrder(prices));
    // The checkout may have changed them.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && recall();
    recall();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [show, prices]);

  function change(changed: Partial<LinksOfOrder>): void {
    const next = { ...readOrder(prices), ...changed };
    saveOrder(next);
    show(next);
  }

  return { order, change };
}

/** The styles of this part come with it: those of the page are as light as can be. */
function adoptStyles(): void {
  const sheets = document.adoptedStyleSheets;
  if (sheets.includes(sheet())) return;
  document.adoptedStyleSheets = [...sheets, sheet()];
}

let kept: CSSStyleSheet | undefined;

function sheet(): CSSStyleSheet {
  if (!kept) {
    kept = new CSSStyleSheet();
    kept.replaceSync(styles);
  }
  return kept;
}
