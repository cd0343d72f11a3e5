import { describe, expect, it } from 'vitest';
import { loadEvidenceTexts } from './evidence-texts.ts';
import { loadSetupTexts, loadStepTexts, loadTexts, setLanguages, type TextSet, textSets } from './text-sets.ts';

/** All texts of a set, also those that load later. */
async function allTexts(set: TextSet) {
  const evidence = (await loadEvidenceTexts(setLanguages[set])).own;
  return { ...(await loadTexts(set)), setup: await loadSetupTexts(set), steps: await loadStepTexts(set), evidence };
}

/** Each text and function with its path. A text in another language counts as one text. */
function leaves(node: unknown, path = ''): [path: string, leaf: unknown][] {
  const isLeaf = typeof node !== 'object' || node === null || 'lang' in node;
  return isLeaf ? [[path, node]] : Object.entries(node).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}

describe('the sets of texts of the admin', () => {
  it('D-44: have the same keys, and no empty text', async () => {
    const [specified, ...others] = await Promise.all(textSets.map(async (set) => leaves(await allTexts(set))));
    for (const set of others) expect(set.map(([path]) => path)).toEqual(specified?.map(([path]) => path));
    for (const [path, leaf] of [specified, ...others].flatMap((set) => set ?? [])) expect(leaf, path).not.toBe('');
  });

  it('"Português (BR)" translates: no longer text is the same as in English', async () => {
    const pt = new Map(leaves(await allTexts('pt')));
    const same = leaves(await allTexts('en')).filter(
      ([path, text]) =>
        // The brands of cards are names.
        !path.startsWith('.setup.fields.accepted_cards.') &&
        typeof text === 'string' &&
        text.length > 10 &&
        pt.get(path) === text,
    );
    expect(same.map(([path]) => path)).toEqual([]);
  });

  it('has one noun for one: "1 total order", "1 country"', async () => {
    const ones = async (set: TextSet) => {
      const { orderList, visitors } = await loadTexts(set);
      return [
        orderList.total(1, '1'),
        visitors.countries(1, '1'),
        visitors.peakVisitors(1, '1'),
        visitors.devices(1, '1'),
      ];
    };
    expect(await ones('en')).toEqual([
      ...['1 total order', 'Geography: 1 country', '1 visitor', 'Devices: 1 combination'],
    ]);
    expect(await ones('pt')).toEqual([
      ...['1 pedido no total', 'Geografia: 1 país', '1 visitante', 'Dispositivos: 1 combinação'],
    ]);
    const { orderList, visitors } = await loadTexts('en');
    expect([orderList.total(0, '0'), visitors.countries(1200, '1,200')]).toEqual([
      ...['0 total orders', 'Geography: 1,200 countries'],
    ]);
  });

  it('ADM-1, DET-1, DET-7, DET-10..19, ADM-SEC-6, ADM-VIS-6, ADM-SES-8..11, ADM-LIVE-10, LOGIN-5, LOGIN-8..10: "As specified" has the labels of the specification to the letter', async () => {
    const { navigation, signIn, shell, orderPage, links, security, visitors, session, liveUsers } =
      await loadTexts('specified');
    expect(Object.values(navigation)).toEqual([
      ...['Overview', 'Orders', 'Customers', 'Inbox', 'Catalog', 'Analytics', 'Visitors', 'Security', 'Session'],
      ...['Live Users', 'API', 'Settings'],
    ]);
    expect([shell.viewSite, shell.exit, shell.logout]).toEqual(['View Site', 'Exit Admin', 'Logout']);
    expect([orderPage.information, orderPage.details, orderPage.notFound]).toEqual([
      ...['Order Information', 'Order Details', 'Order not found'],
    ]);
    expect([links.send, links.sent, links.refill]).toEqual(['Send', 'Sent', 'Refill']);
    expect([links.postSent, links.postSentHelp('L')]).toEqual([
      ...['Post sent successfully', 'Post link L has been sent to the provider API'],
    ]);
    expect([links.sendFailed, links.sendFailedHelp('L')]).toEqual(['Send failed', 'Failed to send post link L']);
    expect([links.refillDone, links.refillFailed]).toEqual(['Refill requested successfully', 'Refill failed']);
    expect([security.clearAll, security.safe, security.loadFailed, security.clearFailed, security.cleared]).toEqual([
      ...['Limpar Todos', 'Sistema Seguro', 'Falha ao carregar alertas de segurança', 'Falha ao limpar alertas'],
      'Alertas de segurança limpos',
    ]);
    expect([visitors.recent, visitors.isOver, visitors.loadFailed('x'), visitors.failed]).toEqual([
      ...['Visitantes Recentes', 'Sessão Expirada', 'Falha ao carregar analytics: x', 'Erro ao carregar dados'],
    ]);
    expect(Object.values(session.statuses)).toEqual(['Active', 'Expiring Soon', 'Expired', 'Not Authenticated']);
    expect([liveUsers.failed, liveUsers.fetchFailed]).toEqual([
      ...['Error loading live users data', 'Failed to fetch live users data'],
    ]);
    expect(signIn.done).toBe('Login Successful!');
    expect(signIn.doneNotice).toEqual({ lang: 'pt-BR', text: 'Login realizado com sucesso' });
    expect(signIn.failedNotice).toEqual({ lang: 'pt-BR', text: 'Erro de autenticação' });
    expect(signIn.wrongCredentials).toEqual({
      lang: 'pt-BR',
      text: 'Email ou senha incorretos. Tente novamente.',
    });
  });

  it('ADM-API-4..8, ADM-API-12..17, ADM-API-23..25, ADM-API-33: so has it on the API tab', async () => {
    const { provider, providerTest } = await loadSetupTexts('specified');
    const notices = (['settingsFailedNotice', 'invalidUrl', 'saveException'] as const).map((name) => provider[name]);
    expect(notices.map(({ title, description }) => `${title} / ${description}`)).toEqual([
      'Error / Failed to load API settings. Please try refreshing the page.',
      'Invalid URL / Please enter a valid API URL.',
      'Error / An error occurred while saving settings.',
    ]);
    expect([provider.balanceFailed, provider.balanceFailedHelp, provider.noBalance]).toEqual([
      ...['Error loading balance', 'Failed to fetch balance. Please check your API configuration.'],
      'No data available',
    ]);
    expect([provider.connectionSaved.title, provider.connectionNotSaved.title]).toEqual([
      ...['Settings Saved', 'Save Failed'],
    ]);
    expect([provider.serviceIdsSaved.title, provider.serviceIdsNotSaved.title]).toEqual([
      ...['Settings Updated', 'Update Failed'],
    ]);
    expect(providerTest.needsKey.title).toBe('API Key required');
    expect(providerTest.needsService.Views.title).toBe('Views Service ID required');
    expect(providerTest.needsFields.title).toBe('Missing information');
    expect(providerTest.apiError).toBe('API Error');
  });
});
