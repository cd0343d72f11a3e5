// Starts a public page in the browser: takes over what the server rendered. Each page is a chunk of its own.
import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData, PageName } from '../contract/pages.ts';
import './entry-shop.css';
import type { PageProps } from './shop/page-props.ts';

type PageModule = { default: ComponentType<PageProps> };

const pages: Partial<Record<PageName, () => Promise<PageModule>>> = {
  home: () => import('./shop/home/home-page.tsx'),
  about: () => import('./shop/about/about-page.tsx'),
  contact: () => import('./shop/contact/contact-page.tsx'),
  checkout: () => import('./shop/checkout/checkout-page.tsx'),
  success: () => import('./shop/success/success-page.tsx'),
  client: () => import('./shop/client/client-page.tsx'),
  'not-found': () => import('./shop/not-found/not-found-page.tsx'),
};

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const data: PageData = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null');
  const load = pages[data.page];
  if (!root || !load) return;
  const { default: Page } = await load();
  hydrateRoot(
    root,
    <StrictMode>
      <Page data={data} />
    </StrictMode>,
  );
}

start();
