// Checks every reachable combination of an order for contradictory sentences, in each language.
// `docs/order-states.md` has the combinations in words.
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../contract/languages.ts';
import { listHidden } from '../../contract/order-mail.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import type { PaymentState } from '../../contract/order-progress.ts';
import { describeLink, describeOrder, isFinal, type OrderFacts, type OrderStage } from '../../contract/order-state.ts';
import { readTrackedOrder } from './read-order.ts';
import {
  buildPage,
  type Case,
  formatCaseName,
  listCases,
  listPageTexts,
  readPage,
  unit,
} from './testing-order-states.ts';

const pages = listCases().map((one) => ({ one, page: buildPage(one) }));
/** The cases that break a rule, by name: one report for all. */
const broken = (isBroken: (order: OrderPage, one: Case) => boolean) =>
  pages.filter(({ page, one }) => isBroken(page, one)).map(({ one }) => formatCaseName(one));
const linksOf = ({ posts = [], sending }: OrderFacts) => posts.map((post) => describeLink(post, sending));
const isRefused = ({ state, after_other_order }: OrderPage['posts'][number]) =>
  state === 'checking' && !after_other_order;
const keysOf = (order: OrderPage) => describeOrder(order).sentences.map(({ key }) => key);
const hopeful: readonly OrderStage[] = ['toSend', 'starting', 'completed', 'refilling'];
const moneyBack: readonly PaymentState[] = ['refunded', 'disputed'];
const active: readonly string[] = [
  'to_send',
  'checking',
  'sending',
  'in_progress',
  'refilling',
  'missing',
  'not_delivered',
];

describe('every reachable combination', () => {
  it('is many', () => {
    expect(pages.length).toBeGreaterThan(1_000);
  });

  it('a heading that promises stands above no link that was refused or cannot be seen', () => {
    const isStuck = (order: OrderPage) => order.posts.some(isRefused) || listHidden(order).length > 0;
    expect(broken((order) => hopeful.includes(describeOrder(order).stage) && isStuck(order))).toEqual([]);
  });

  it('My Orders shows the badge and the sentences of the order page', () => {
    const toTrackedOrder = (order: OrderPage) => {
      const { id, category, ...facts } = order;
      return readTrackedOrder({
        ...facts,
        id,
        category,
        post_links: ['a', 'b'],
        order_path: '/order/x/y',
        api_orders: [],
      });
    };
    expect(
      broken((order) => JSON.stringify(describeOrder(toTrackedOrder(order))) !== JSON.stringify(describeOrder(order))),
    ).toEqual([]);
  });

  it('a link that is stuck is named in the sentences of the order', () => {
    const named = ['refused', 'refusedSome', 'hidden', 'hiddenSome', 'paused', 'refundOpen', 'missing'];
    expect(broken((order) => order.posts.some(isRefused) && !keysOf(order).some((key) => named.includes(key)))).toEqual(
      [],
    );
  });

  it('"now" stands only where the store sends by itself', () => {
    expect(broken((order) => keysOf(order).includes('toSendNow') && order.sending !== 'now')).toEqual([]);
  });

  it('after the money went back, no link is in progress, next or missing, and nothing is sold again', () => {
    expect(
      broken((order) => {
        const { again, timeline } = describeOrder(order);
        const shown = linksOf(order);
        const isActive = shown.some(({ badge }) => active.includes(badge));
        return moneyBack.includes(order.payment) && (isActive || again !== null || timeline.next !== null);
      }),
    ).toEqual([]);
  });

  it('"all delivered" stands beside no lost, reported or missing part; a refused refill is final', () => {
    expect(
      broken((order) => {
        const isWhole = order.posts.every(
          ({ state, drop }) => state === 'delivered' && (drop === undefined || drop.state === 'refused'),
        );
        return keysOf(order).includes('completed') && !isWhole;
      }),
    ).toEqual([]);
  });

  it('a request for another link is shown only for an unsent link, and never after a refund or a dispute', () => {
    const hasRequest = (order: OrderPage, at: number) => linksOf(order)[at]?.sentence === 'requested';
    const isUnsent = (state?: string) => state === 'to_send' || state === 'checking';
    expect(broken((order) => order.posts.some(({ state }, at) => hasRequest(order, at) && !isUnsent(state)))).toEqual(
      [],
    );
    expect(broken((order) => moneyBack.includes(order.payment) && [0, 1].some((at) => hasRequest(order, at)))).toEqual(
      [],
    );
    expect(pages.some(({ page }) => hasRequest(page, 0))).toBe(true);
  });

  it('the badge of a link fits its count', () => {
    expect(
      broken((order) =>
        linksOf(order).some(({ badge, missing }) => {
          if (badge === 'delivered') return missing !== 0;
          if (badge === 'missing') return missing === 0 || missing === unit;
          return badge === 'not_delivered' && missing !== unit;
        }),
      ),
    ).toEqual([]);
  });

  it('the badge of the order fits its heading', () => {
    const fits: Partial<Record<OrderStage, string>> = { completed: 'completed', refilling: 'refilling', held: 'held' };
    expect(
      broken((order) => {
        const { stage, badge } = describeOrder(order);
        return (fits[stage] ?? badge.word) !== badge.word || (badge.tone === 'green') !== (stage === 'completed');
      }),
    ).toEqual([]);
  });

  it('an order that starts soon has no sentence about a running delivery', () => {
    expect(
      broken(
        (order) =>
          describeOrder(order).stage === 'starting' && keysOf(order).some((key) => key.startsWith('delivering')),
      ),
    ).toEqual([]);
  });

  it('a partly delivered order does not wait for its start', () => {
    expect(
      broken((order) => {
        const { now } = describeOrder(order).timeline;
        return (order.delivery.delivered ?? 0) > 0 && (now === 'held' || now === 'to_send');
      }),
    ).toEqual([]);
  });

  it('a final order has no next step in the timeline', () => {
    expect(
      broken((order) => {
        const { timeline } = describeOrder(order);
        return isFinal(order) && (timeline.now !== null || timeline.next !== null);
      }),
    ).toEqual([]);
  });

  it('only an order without payment can be paid', () => {
    expect(
      broken((order) => {
        const { next, stage } = describeOrder(order);
        return (next === 'pay' || next === 'otherCard') !== ['unpaid', 'declined', 'expired'].includes(stage);
      }),
    ).toEqual([]);
  });

  it.each(languages)('has a heading and whole sentences in %s, none twice', (lang) => {
    expect(
      broken((order) => {
        const { heading, sentences } = readPage(order, lang);
        const said = [heading, ...sentences];
        return sentences.length === 0 || new Set(said).size < said.length || /undefined|NaN|\{/.test(said.join(' '));
      }),
    ).toEqual([]);
  });

  it.each(languages)('no two texts that are shown together contradict each other, in %s', (lang) => {
    const found = pages.flatMap(({ one, page }) => {
      const { heading, title, badge, sentences, links, next, timeline } = readPage(page, lang);
      const ofOrder = [heading, title, badge, ...sentences, next, ...timeline].filter((text) => text !== null);
      const ofLinks = links.map(({ badge: word, said }) => `${word} ${said}`);
      return exclusions[lang].flatMap(([first, second, where]) => {
        const against = where === 'links' ? ofLinks : ofOrder;
        return ofOrder.some((text) => first.test(text)) && against.some((text) => second.test(text))
          ? [`${formatCaseName(one)}: ${first} beside ${second}`]
          : [];
      });
    });
    expect(found).toEqual([]);
  });

  it('docs/order-combinations.md contains each text of the order page', async () => {
    const rows = listPageTexts().map(({ first, cases, pages: same }) => {
      const cells = languages.map((lang) => {
        const { heading, sentences, next, timeline } = readPage(first, lang);
        return [`**${heading}**`, ...sentences, ...[next, ...timeline].filter((text) => text !== null)].join(' · ');
      });
      const states = same.flatMap((page) => readPage(page, 'en').links.map(({ badge }) => badge));
      const each = [...new Set(states)].sort().join(', ');
      return `| ${formatCaseName(cases[0] as Case)} | ${cases.length} | ${each} | ${cells.join(' | ')} |`;
    });
    const table = `${tableHead}${rows.join('\n')}\n`;
    await expect(table).toMatchFileSnapshot('../../docs/order-combinations.md');
  });
});

const tableHead = `# All texts of the order page

Written by \`npx vitest run --project web web/shop/order-states -u\`. One row for each text of the order page, for an
order of two posts: the first combination with this text (payment, both posts, refund, sending), the number of such combinations,
the states of their posts, then heading, sentences, next step and timeline in each language. \`order-states.md\` has the rules.

| first combination | number | posts | English | Português |
|---|---|---|---|---|
`;

/** A text about the order, and a text about the order or a post that contradicts it. */
type Exclusion = readonly [RegExp, RegExp, 'order' | 'links'];
const exclusions: Record<Language, readonly Exclusion[]> = {
  en: [
    [
      /^All your|^Delivered:/,
      /missing|lost|could not|cannot see|next in|start soon|on their way|Refilling|On hold/i,
      'order',
    ],
    [/^All your|^Delivered:/, /missing|lost|could not|cannot see|Next in line|Being delivered|Nothing more/, 'links'],
    [/^None of your|^Not delivered/, /on their way|so far|start soon|next in the queue|All your/, 'order'],
    [/^None of your|^Not delivered/, /All delivered|In progress|Starting|Next in line/, 'links'],
    [/Nothing was charged/, /back to the card|you got|^Paid|Deliver(ed|ing):|Don't pay/, 'order'],
    [/Don't pay again/, /Pay now|another card|You can pay/, 'order'],
    [/nothing will be delivered/, /start|on their way|next in|Waiting/, 'order'],
    [
      /nothing will be delivered|asked for the amount|^Refunded:/,
      /Starts|Next in line|Keep this post|try again|being delivered/,
      'links',
    ],
    [/asked for the amount|^Refunded:/, /start|on their way|next in|Order again|Delivering/, 'order'],
    [
      /start soon|next in the queue|now\.$/,
      /Nothing more|could not start|cannot see|is paused|on their way|Delivering:/,
      'order',
    ],
    [
      /Part missing|Partly delivered|missing:/,
      /All your|start soon|next in the queue|Delivering|on their way/,
      'order',
    ],
    [/not started yet/, /Part missing|Delivered|In progress|Refilling/, 'links'],
    [/we closed this/, /missing: delivered later|being delivered/, 'links'],
    [/you got .* back/, /on its way back|you will get/, 'order'],
    [/^Partly delivered/, /^None of your/, 'order'],
    [/we closed this/, /Checking what is missing/, 'order'],
    [/We start when the other order|You sent another link/, /^Starting/, 'links'],
    [/Nothing more (of|is sent while)/, /we try again/, 'links'],
  ],
  pt: [
    [
      /por completo|^Entregue:/,
      /falta|perdeu|não consegui|próximo da fila|em breve|a caminho|Em espera|reposição/i,
      'order',
    ],
    [/por completo|^Entregue:/, /falta|perdeu|[Nn]ão consegui|É a próxima|sendo entregue|Nada mais/, 'links'],
    [/^Nada do seu pedido|^Não entregue/, /a caminho|em breve|próximo da fila|por completo/, 'order'],
    [/^Nada do seu pedido|^Não entregue/, /Tudo entregue|Em andamento|Começando|É a próxima/, 'links'],
    [/Nada foi cobrado/, /ao cartão usado|você recebeu|^Pago|entregues$|Não pague/, 'order'],
    [/Não pague de novo/, /Pagar agora|outro cartão|pode pagar agora/, 'order'],
    [/nada será entregue/, /começ|a caminho|na fila|Aguardando/, 'order'],
    [
      /nada será entregue|pediu o valor|^Reembolsado:/,
      /Começa assim|É a próxima|Deixe a publicação|tentamos de novo|sendo entregue/,
      'links',
    ],
    [/pediu o valor|^Reembolsado:/, /começ|a caminho|na fila|Pedir de novo|Entregando/, 'order'],
    [
      /em breve|próximo da fila|^Agora vamos/,
      /Nada mais|[Nn]ão conseguimos|pausado|a caminho|^\d.* entregues$/,
      'order',
    ],
    [
      /Entregue em parte|em falta|Falta uma parte/,
      /por completo|em breve|próximo da fila|Entregando|a caminho/,
      'order',
    ],
    [/ainda não começou/, /Falta uma parte|^Entregue|Em andamento|Em reposição/, 'links'],
    [/encerramos esta parte/, /entregues depois|entregue depois|sendo entregue/, 'links'],
    [/você recebeu .* de volta/, /está voltando|vai receber/, 'order'],
    [/^Entregue em parte/, /^Nada do seu pedido/, 'order'],
    [/encerramos esta parte/, /Verificando o que falta/, 'order'],
    [/Começamos quando o outro pedido/, /^Começando/, 'links'],
    [/Nada mais (deste|será enviado enquanto)/, /tentamos de novo/, 'links'],
  ],
};
