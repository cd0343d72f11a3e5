import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { formatCount, formatUsd } from '../amounts.ts';
import { change } from '../analytics/rate.ts';
import { dashboardTabs, inboxPath, loginPath, ordersPath, tabPath } from '../paths.ts';
import { settingsPagePath } from '../settings/sections.ts';
import { button, click, field, fill, settle, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';
import { showTexts } from './shown-texts.ts';
import { defaultTextSet, loadSetupTexts, loadTexts, type TextSet } from './text-sets.ts';

beforeEach(async () => {
  const store = signIn();
  const changed_at = new Date(now - 3_600_000).toISOString();
  store.on('GET /api/admin/store-settings', {
    body: { version: 1, changed_at, changed_by: null, mode: 'sandbox', settings: firstStoreSettings() },
  });
  await showTexts('pt');
  onTestFinished(() => showTexts(defaultTextSet));
});

/** Texts of two words and more, and where they stand in the set. */
async function phrasesOf(set: TextSet): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const collect = (node: unknown, path: string): void => {
    if (typeof node === 'string' && /\p{L} \p{L}/u.test(node)) found.set(path, node);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) collect(value, `${path}.${key}`);
  };
  collect({ ...(await loadTexts(set)), setup: await loadSetupTexts(set) }, '');
  return found;
}

const pages = [...dashboardTabs.map(tabPath), ordersPath, `${ordersPath}/K7QX2M9TB4VA`, inboxPath, loginPath];

it.each(pages)('D-44: %s shows no English text in "Português (BR)"', async (path) => {
  const pt = await phrasesOf('pt');
  const english = [...(await phrasesOf('en')), ...(await phrasesOf('specified'))].filter(
    ([key, phrase]) => pt.get(key) !== phrase,
  );
  await openAdmin(path);
  await settle();
  const attributes = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
    ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  );
  const shown = [text(), ...attributes].join('\n');
  expect(shown.length).toBeGreaterThan(50);
  expect(document.documentElement.lang).toBe('pt-BR');
  expect(english.filter(([, phrase]) => shown.includes(phrase))).toEqual([]);
});

it('D-44: amounts and counts have the form of the language', async () => {
  const amounts = () => [formatUsd(123_456), formatCount(10_000), change(4, 5)];
  expect(amounts()).toEqual(['US$\u00a01.234,56', '10.000', '\u221220,0%']);
  await showTexts('en');
  expect(amounts()).toEqual(['$1,234.56', '10,000', '\u221220.0%']);
});

it('D-44: the settings have Portuguese titles, dates and values', async () => {
  await openAdmin(settingsPagePath('delivery'));
  expect(text()).toContain('Versão 1, os valores de uma loja nova, há 1 h');
  expect(text()).toContain('Envio automático');
  await click(button('Preços'));
  expect(text()).toContain('Curtidas: descontos');
});

it('D-44: the search of the settings finds an email as the screens write it', async () => {
  await openAdmin(settingsPagePath('delivery'));
  await fill(field('[role=search] input'), 'email');
  const found = [...document.querySelectorAll('[role=search] ~ ul a')].map((link) => link.getAttribute('href'));
  for (const section of ['store', 'emails', 'owner'])
    expect(found.some((href) => href?.endsWith(`#${section}`))).toBe(true);
});
