// Renders a public page on the server: `render` of contract/pages.ts. Pure; knows no request and no address.
import { type ComponentType, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PageName, RenderPage } from '../contract/pages.ts';
import AboutPage from './shop/about/about-page.tsx';
import CheckoutPage from './shop/checkout/checkout-page.tsx';
import ClientPage from './shop/client/client-page.tsx';
import ContactPage from './shop/contact/contact-page.tsx';
import HomePage from './shop/home/home-page.tsx';
import NotFoundPage from './shop/not-found/not-found-page.tsx';
import { headOf, wordsOf } from './shop/page-head.ts';
import type { PageProps } from './shop/page-props.ts';
import SuccessPage from './shop/success/success-page.tsx';

const pages: Partial<Record<PageName, ComponentType<PageProps>>> = {
  home: HomePage,
  about: AboutPage,
  contact: ContactPage,
  checkout: CheckoutPage,
  success: SuccessPage,
  client: ClientPage,
  'not-found': NotFoundPage,
};

export const render: RenderPage = (data) => {
  const Page = pages[data.page];
  const html = Page
    ? renderToString(
        <StrictMode>
          <Page data={data} />
        </StrictMode>,
      )
    : '';
  return { ...wordsOf(data), html, head: headOf(data) };
};
