// An email preview in a sandboxed iframe without scripts. The iframe inherits the admin's Content-Security-Policy,
// which blocks inline styles, so the styles are set through the DOM.
import type { SyntheticEvent } from 'react';
import { previewHtml } from './preview-html.ts';

export function EmailFrame({ html, title }: { html: string; title: string }) {
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
  }

  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={previewHtml(unstyled)}
      onLoad={dress}
      className="h-144 w-full rounded-card border border-hairline bg-surface"
    />
  );
}
