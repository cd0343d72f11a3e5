// A preview in a sandboxed iframe without scripts. The iframe inherits the admin's Content-Security-Policy, which blocks
// inline styles, so the styles are set through the DOM.
import type { SyntheticEvent } from 'react';
import { previewPolicy } from '../../../contract/trusted-types.ts';
import { classNames } from '../../ui/class-names.ts';

type PreviewFrameProps = {
  html: string;
  title: string;
  /** Called with the document after its styles are set. */
  onShown?: (inside: Document) => void;
  /** Its height. */
  className?: string;
};

export function PreviewFrame({ html, title, onShown, className = 'h-144' }: PreviewFrameProps) {
  const [rules = ''] = html.match(/(?<=<style>).*?(?=<\/style>)/s) ?? [];
  const unstyled = html.replace(/<style>.*?<\/style>/s, '').replace(/(<[^>]*) style="/g, '$1 data-style="');

  function dress({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
    const inside = currentTarget.contentDocument;
    if (!inside?.defaultView) return;
    for (const element of inside.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset.style ?? '';
    }
    const sheet = new inside.defaultView.CSSStyleSheet();
    sheet.replaceSync(rules);
    inside.adoptedStyleSheets = [sheet];
    onShown?.(inside);
  }

  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={previewHtml(unstyled)}
      onLoad={dress}
      className={classNames('w-full rounded-card border border-hairline bg-surface', className)}
    />
  );
}

type Factory = {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string };
};

// In browsers with Trusted Types the admin's Content-Security-Policy rejects HTML in plain strings.
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy(previewPolicy, { createHTML: (html) => html });

/** Only for `srcdoc` of a sandboxed frame. */
function previewHtml(html: string): string {
  return policy?.createHTML(html) ?? html;
}
