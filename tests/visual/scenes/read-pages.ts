// The pages that are only read, the 404 page in each of its wordings, and the admin's door.
import { messages } from '../../../contract/messages.ts';
import { pathOf } from '../../../contract/pages.ts';
import { textsOf } from '../../../web/shop/texts/catalogue.ts';
import { main, type Scene } from '../scene.ts';

const notFound = (variant: 0 | 1 | 2): Scene => ({
  name: `not-found-${variant + 1}`,
  page: 'not-found',
  frame: variant === 0 ? 'page' : main,
  path: (lang) => (lang === 'pt' ? '/pt/nada' : '/nothing'),
  isIt: async (page, lang) => {
    const shown = await page.locator('h1').textContent();
    return shown === textsOf(lang).notFound.wordings[variant].title;
  },
});

export const readPages: readonly Scene[] = [
  { name: 'about', page: 'about', frame: 'page' },
  { name: 'terms', page: 'terms', frame: 'page' },
  { name: 'privacy', page: 'privacy', frame: 'page' },
  { name: 'refunds', page: 'refunds', frame: 'page' },
  notFound(0),
  notFound(1),
  notFound(2),
  {
    name: 'not-found-order',
    page: 'not-found',
    frame: main,
    path: (lang) => `${pathOf('order', lang)}/K7QX2M9TB4VA/${'A'.repeat(22)}`,
  },
  { name: 'admin-login', page: 'admin', frame: 'page', languages: ['en'], path: () => '/admin-login', act: door },
  {
    name: 'admin-login-wrong',
    page: 'admin',
    frame: 'screen',
    languages: ['en'],
    path: () => '/admin-login',
    replies: { 'POST /api/admin/login': { refuses: 401, code: 'bad_credentials', message: messages.loginFailed } },
    act: async (stage) => {
      const { page } = stage;
      await door(stage);
      await page.getByLabel('Email').fill('owner@shop.example');
      await page.getByLabel('Password').fill('a wrong password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Erro de autenticação').waitFor();
    },
  },
];

async function door({ page }: Parameters<NonNullable<Scene['act']>>[0]): Promise<void> {
  await page.getByLabel('Email').waitFor();
}
