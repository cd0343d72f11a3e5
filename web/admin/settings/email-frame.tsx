// An email as its reader sees it, in a frame without scripts. The admin's policy allows no inline styles, and a frame
// inherits it: the styles of the email are set one by one instead.
import { type SyntheticEvent, useState } from 'react';

const smallestHeight = 240;
const bordersHeight = 2;

export function EmailFrame({ html, title }: { html: string; title: string }) {
  const [height, setHeight] = useState(smallestHeight);
  const [rules = ''] = html.match(/(?<=<style>)[^<]*(?=<\/style>)/) ?? [];
  const unstyled = html.replace(/<style>[^<]*<\/style>/, '').replace(/(<[^>]*) style="/g, '$1 data-style="');

  function dress({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
    const inside = currentTarget.contentDocument;
    if (!inside?.defaultView) return;
    for (const element of inside.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset.style ?? '';
    }
    const sheet = new inside.defaultView.CSSStyleSheet();
    sheet.replaceSync(rules);
    inside.adoptedStyleSheets = [sheet];
    const { body } = inside;
    new ResizeObserver(() => setHeight(Math.max(smallestHeight, body.offsetHeight + bordersHeight))).observe(body);
  }

  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={unstyled}
      onLoad={dress}
      height={height}
      className="w-full rounded-card border border-hairline bg-surface"
    />
  );
}
