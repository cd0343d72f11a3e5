import { act, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { render } from './entry-server.tsx';
import AboutPage from './shop/about/about-page.tsx';
import CheckoutPage from './shop/checkout/checkout-page.tsx';
import ClientPage from './shop/client/client-page.tsx';
import ContactPage from './shop/contact/contact-page.tsx';
import HomePage from './shop/home/home-page.tsx';
import NotFoundPage from './shop/not-found/not-found-page.tsx';
import type { PageProps } from './shop/page-props.ts';
import SuccessPage from './shop/success/success-page.tsx';
import { pageData } from './testing.tsx';

const pages: [Parameters<typeof pageData>[0], ComponentType<PageProps>, string][] = [
  ['home', HomePage, 'Proceed to Checkout'],
  ['about', AboutPage, 'Frequently asked questions'],
  ['contact', ContactPage, 'support@applaud.example'],
  ['checkout', CheckoutPage, 'Complete Order'],
  ['success', SuccessPage, 'Track Your Order'],
  ['client', ClientPage, 'Search'],
  ['not-found', NotFoundPage, 'Take Me Home'],
];

describe.each(pages)('%s', (page, Page, words) => {
  const data = pageData(page, { paymentLibraryUrl: 'data:text/javascript,' });

  it('is rendered whole on the server, without style attributes and scripts (D-26)', () => {
    const { html } = render(data);
    expect(html).toContain(words);
    expect(html).not.toMatch(/\sstyle=|<script|hidden id="S:/);
  });

  it('is taken over in the browser without a difference', async () => {
    // The library is there already: nothing has to be fetched.
    Object.assign(window, { Checkout: {} });
    document.body.innerHTML = `<div id="root">${render(data).html}</div>`;
    const container = document.getElementById('root') as HTMLElement;
    const differences: unknown[] = [];
    const said = vi.spyOn(console, 'error').mockImplementation((...words) => differences.push(words));
    const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    await act(async () => {
      const root = hydrateRoot(container, <Page data={data} />, { onRecoverableError: (e) => differences.push(e) });
      onTestFinished(() => act(() => root.unmount()));
    });
    expect(differences).toEqual([]);
    said.mockRestore();
    fetching.mockRestore();
  });
});

it('renders nothing for the admin, which the browser fills', () => {
  expect(render(pageData('admin')).html).toBe('');
});
