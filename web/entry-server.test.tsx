import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Language, languages } from '../contract/languages.ts';
import { formatUsd } from '../contract/money.ts';
import type { PageName } from '../contract/pages.ts';
import type { PublicStatus } from '../contract/public-status.ts';
import { render } from './entry-server.tsx';
import { paidOrder } from './shop/order/testing-orders.tsx';
import { islandOf } from './shop/public-pages.tsx';
import { textsOf } from './shop/texts/catalogue.ts';
import { pageData } from './testing.tsx';

const pages: [PageName, string, string][] = [
  ['home', 'Proceed to Checkout', 'Ir para o pagamento'],
  ['about', 'Frequently asked questions', 'Perguntas frequentes'],
  ['contact', 'support@applaud.example', 'support@applaud.example'],
  ['checkout', 'Complete Order', 'Concluir pedido'],
  ['success', 'Track Your Order', 'Acompanhar o pedido'],
  ['order', 'Paid: 2,500 likes are next', 'Pago: 2.500 curtidas na fila'],
  ['client', 'Search', 'Buscar'],
  ['terms', 'What you buy', 'O que você compra'],
  ['privacy', 'Your visit', 'Sua visita'],
  ['refunds', 'How to ask', 'Como pedir'],
  ['status', 'Deliveries may be late', 'As entregas podem atrasar'],
  ['not-found', 'Take Me Home', 'Ir para o início'],
];
const status: PublicStatus = {
  status: 'degraded',
  selling: { Likes: 'selling', Views: 'paused' },
  provider: 'unreachable',
  lastDeliveryAt: '2026-03-01T10:07:00.000Z',
  checkedAt: '2026-03-01T12:00:00.000Z',
};
/** Of a language whose words are not listed here: those of every page. */
function wordsIn(lang: Language, listed: Partial<Record<Language, string>>): string {
  return listed[lang] ?? textsOf(lang).shell.skip;
}
const everywhere = pages.flatMap(([page, en, pt]) =>
  languages.map((lang) => [page, lang, wordsIn(lang, { en, pt })] as const),
);

describe.each(everywhere)('%s in %s', (page, lang, words) => {
  const data = pageData(page, { lang, paymentLibraryUrl: 'data:text/javascript,', order: paidOrder, status });

  it('is rendered whole on the server, without style attributes and scripts (D-26, D-27)', () => {
    const { html } = render(data);
    expect(html).toContain(words);
    expect(html).not.toMatch(/\sstyle=|<script|hidden id="S:/);
  });

  it.runIf(islandOf(data))('its live part is taken over in the browser without a difference', async () => {
    // A preloaded library, so that no request is needed.
    Object.assign(window, { Checkout: {} });
    const rendered = render(data);
    document.body.innerHTML = `<div id="root">${rendered.html}</div>`;
    const container = document.getElementById('island') as HTMLElement;
    expect(JSON.parse(JSON.stringify(rendered.data))).toEqual({
      island: islandOf(data)?.props,
      failed: textsOf(lang).shell.failed,
    });
    const differences: unknown[] = [];
    const consoleError = vi.spyOn(console, 'error').mockImplementation((...spoken) => differences.push(spoken));
    const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    await act(async () => {
      const root = hydrateRoot(container, islandOf(data), { onRecoverableError: (e) => differences.push(e) });
      onTestFinished(() => act(() => root.unmount()));
    });
    expect(differences).toEqual([]);
    consoleError.mockRestore();
    fetching.mockRestore();
  });
});

it('a page hands the browser the texts of its own live part, in its own language only', () => {
  const handed = JSON.stringify(render(pageData('home', { lang: 'pt' })).data);
  expect(handed).toContain('Ir para o pagamento');
  expect(handed).not.toMatch(/Proceed|Concluir pedido|Buscar/);
  expect(render(pageData('terms')).data).toEqual({});
});

it('D-27: the placeholders of the checkout are hidden text in the language of the page', () => {
  document.body.innerHTML = render(
    pageData('checkout', { lang: 'pt', paymentLibraryUrl: 'data:text/javascript,' }),
  ).html;
  const placeholders = [...document.querySelectorAll('.skeleton > .invisible')].map(({ textContent }) => textContent);
  expect(placeholders).toEqual(['10.000 curtidas', formatUsd(0, 'pt')]);
});

it('renders nothing for the admin, which the browser fills', () => {
  expect(render(pageData('admin')).html).toBe('');
});
