// What browsers and extensions do to a page that is not theirs: translation, password managers, writing helpers, dark mode.
// Both go on for what is added later.
import type { Page } from 'playwright-core';

/**
 * As Chrome translates: after hydration every text node is replaced by two `font` elements with the text. The words stay,
 * so that a test reads what a buyer would.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const skipped = '[translate="no"], script, style, noscript, textarea, font';

    function translateIn(node: Node): void {
      if (node instanceof Text) translateText(node);
      if (!(node instanceof Element)) return;
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(translateText);
    }

    function translateText(text: Text): void {
      const parent = text.parentElement;
      if (!parent || parent.closest(skipped) || text.data === '') return;
      const inner = fontOf(text.data);
      const outer = fontOf('');
      outer.append(inner);
      text.replaceWith(outer);
    }

    function fontOf(text: string): HTMLElement {
      const font = document.createElement('font');
      // Not as an attribute, which the policy of the page refuses.
      font.style.verticalAlign = 'inherit';
      font.textContent = text;
      return font;
    }

    /** React marks each element that it has taken over. */
    function isHydrated(): boolean {
      if (document.querySelector('#root:empty')) return false;
      const part = document.getElementById('island');
      const keys = Object.keys(part?.lastElementChild ?? {});
      return !part || keys.some((key) => key.startsWith('__react'));
    }

    function start(): void {
      if (!isHydrated()) {
        setTimeout(start, 20);
        return;
      }
      translateIn(document.body);
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === 'characterData') translateIn(target);
          for (const node of addedNodes) if (node.isConnected) translateIn(node);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    }
    window.addEventListener('load', start);
  });
}

/**
 * As password managers, writing helpers and dark modes do, before and after hydration: attributes on the document and the
 * fields, elements inside labels and beside fields, and elements at the end of the page.
 */
export async function extend(page: Page): Promise<void> {
  await page.addInitScript(() => {
    function addTo(root: ParentNode): void {
      for (const label of root.querySelectorAll('label:not([data-extended])')) {
        label.setAttribute('data-extended', '');
        label.append(document.createElement('grammarly-extension'));
      }
      for (const field of root.querySelectorAll<HTMLElement>(
        'input:not([data-lpignore]), textarea:not([data-lpignore])',
      )) {
        field.setAttribute('data-lpignore', 'true');
        field.setAttribute('data-gramm', 'false');
        field.style.setProperty('--darkreader-inline-bgcolor', '#181a1b');
        const button = document.createElement('div');
        button.setAttribute('data-lastpass-icon-root', '');
        field.after(button);
      }
    }

    function addToDocument(): void {
      const { documentElement: html, body } = document;
      html.setAttribute('data-darkreader-mode', 'dynamic');
      html.setAttribute('data-darkreader-scheme', 'dark');
      html.style.setProperty('--darkreader-neutral-text', '#e8e6e3');
      if (!body) return;
      body.setAttribute('data-new-gr-c-s-check-loaded', '14.1');
      body.setAttribute('cz-shortcut-listen', 'true');
      if (!body.querySelector(':scope > grammarly-desktop-integration') && document.readyState !== 'loading')
        body.append(document.createElement('grammarly-desktop-integration'));
    }

    new MutationObserver(() => {
      addToDocument();
      addTo(document);
    }).observe(document, { subtree: true, childList: true });
  });
}
