// Compares the emails that are due in each reachable combination of an order with its pages.
import { describe, expect, it } from 'vitest';
import { type BuyerEmailKind, buyerEmailKinds } from '../../contract/email-kinds.ts';
import { type Language, languages } from '../../contract/languages.ts';
import { computeMailDue } from '../../contract/order-mail.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { sampleMail } from '../../server/modules/email/compose-email.ts';
import { orderEmail } from '../../server/modules/email/order-email.ts';
import { buildPage, formatCaseName, listCases, readPage } from '../../web/shop/testing-order-states.ts';

// The other kinds of refunds differ in their dates only.
const cases = listCases().filter(({ refund }) => refund !== 'byHand' && refund !== 'elsewhere');
const pages = cases.map((one) => ({ name: formatCaseName(one), page: buildPage(one) }));

/** Whether the event of the email happened. Other events leave no trace in a combination. */
const happened: Partial<Record<BuyerEmailKind, (page: OrderPage) => boolean>> = {
  order_paid: ({ payment }) => payment === 'paid',
  order_refunded: ({ refunds }) => refunds.some(({ state }) => state === 'refunded'),
  link_replaced: ({ payment }) => payment === 'paid',
  order_changed: ({ payment }) => payment === 'paid',
  drop_refilling: ({ posts }) => posts.some(({ drop }) => drop?.state === 'refilling'),
  drop_refused: ({ posts }) => posts.some(({ drop }) => drop?.state === 'refused'),
  drop_refilled: () => false,
  link_declined: () => false,
};

function readEmail(kind: BuyerEmailKind, page: OrderPage, language: Language): string[] {
  const sample = sampleMail(kind, language);
  const { quantity, amount, refunded_amount, posts } = page;
  const order = {
    ...sample.order,
    quantity,
    amountCents: amount * 100,
    refundedCents: refunded_amount * 100,
    postLinks: posts.map((_, at) => `https://www.instagram.com/p/Cpost${at}/`),
  };
  const { subject, paragraphs } = orderEmail(
    { ...sample, orderId: page.id, order, facts: page },
    {
      profile: defaultStoreProfile,
      publicUrl: 'https://shop.example',
      mailId: 'mail',
      receiptPath: () => '/receipt',
      orderPath: () => '/order',
    },
  );
  return [subject, ...paragraphs];
}

/** All that the pages of an order show beside the email. */
function readPages(page: OrderPage, language: Language): string[] {
  const { heading, title, badge, sentences, links, next, timeline } = readPage(page, language);
  const shown = [heading, title, badge, ...sentences, ...links.map(({ badge: word, said }) => `${word} ${said}`)];
  return [...shown, next, ...timeline].filter((text) => text !== null);
}

/** A text of an email, and a text of a page that contradicts it. */
type Exclusion = readonly [RegExp, RegExp];
const exclusions: Record<Language, readonly Exclusion[]> = {
  en: [
    [/not paid yet/, /^Paid|back to the card|Don't pay|closed|being delivered|Order again/],
    [/payment .* has arrived|is paid$/, /Nothing was charged|not paid|Waiting for payment|disputed|^Refunded:/],
    [/start soon/, /could not start|cannot see|is paused|Nothing more (of|is sent while)|on their way|is complete$/],
    [/has started/, /not started yet|next in the queue|start soon|^Delivered:|^Refunded:|disputed|^Not delivered:/],
    [/keep your posts public/, /^Delivered:|^Refunded:|disputed|^Partly|closed/],
    [/(are|is) missing/, /^Delivered:|All your|^Refunded:|disputed|you got .* back|we closed this/],
    [/delivered later or refunded|sent again or refunded/, /we closed this|nothing will be delivered/],
    [/We could not start on a post/, /^Delivered:|All your|^Refunded:|disputed|^Partly/],
    [/We try again/, /is paused|Nothing more (of|is sent while)/],
    [/use another one/, /Refunded:|disputed/],
    [
      /^Your order \S+ is complete/,
      /on their way|next in|start soon|Being delivered|could not start|not started|On hold/,
    ],
    [/Everything in your order/, /missing|lost|Not delivered|could not|cannot see|On hold|^Partly|Refunded/],
    [/Nothing more will be delivered/, /delivered later|on their way|being delivered|start soon|next in/],
    [/We refunded|made a refund|you get .* back/, /Nothing was charged|disputed/],
    [/so we have stopped the delivery/, /on their way|start|next in|being delivered|Order again|^Delivered:/],
    [/accepted a refill/, /^Refunded:|disputed|could not be refilled/],
    [/could not refill/, /^Refunded:|disputed/],
  ],
  pt: [
    [/ainda não foi pago/, /^Pago|ao cartão usado|Não pague|encerrado|sendo entregue|Pedir de novo/],
    [/O pagamento .* chegou|está pago$/, /Nada foi cobrado|não foi pago|Aguardando pagamento|contestad|^Reembolsado:/],
    [/começa em breve/, /não conseguimos|pausado|Nada mais (deste|será enviado enquanto)|a caminho|concluído$/i],
    [
      /A entrega .* começou/,
      /ainda não começou|próximo da fila|em breve|^Entregue:|^Reembolsado:|contestad|^Não entregue:/,
    ],
    [/Deixe suas publicações públicas/, /^Entregue:|^Reembolsado:|contestad|em parte|encerrado/],
    [/Faltam? /, /^Entregue:|por completo|^Reembolsado:|contestad|você recebeu .* de volta|encerramos esta parte/],
    [/enviado de novo ou reembolsado/, /encerramos esta parte|nada será entregue/],
    [/Não conseguimos começar a entrega/, /^Entregue:|por completo|^Reembolsado:|contestad|em parte/],
    [/Tentamos de novo/, /pausado|Nada mais (deste|será enviado enquanto)/],
    [/use outra/, /Reembolsado:|contestad/],
    [
      /^Seu pedido \S+ está concluído/,
      /a caminho|na fila|em breve|sendo entregue|não conseguimos|não começou|Em espera/i,
    ],
    [/Tudo o que você comprou/, /falta|perdeu|Não entregue|não consegui|Em espera|em parte|Reembolsad/i],
    [/Nada mais será entregue/, /entregues? depois|a caminho|sendo entregue|em breve|na fila/],
    [/Reembolsamos|um reembolso|recebe .* de volta/, /Nada foi cobrado|contestad/],
    [/por isso paramos a entrega/, /a caminho|começ|na fila|sendo entregue|Pedir de novo|^Entregue:/],
    [/aceitou a reposição/, /^Reembolsado:|contestad|Não foi possível repor/],
    [/Não conseguimos repor/, /^Reembolsado:|contestad/],
  ],
};

describe('D-91: every reachable combination', () => {
  it.each(languages)('no email that is due contradicts the pages of its order, in %s', (lang) => {
    const seen = new Set<BuyerEmailKind>();
    const used = new Set<RegExp>();
    const found = pages.flatMap(({ name, page }) => {
      const shown = readPages(page, lang);
      const kinds = buyerEmailKinds.filter(
        (kind) => (happened[kind]?.(page) ?? true) && computeMailDue(kind, page) === 'yes',
      );
      return kinds.flatMap((kind) => {
        seen.add(kind);
        const email = readEmail(kind, page, lang);
        return exclusions[lang].flatMap(([first, second]) => {
          if (!email.some((text) => first.test(text))) return [];
          used.add(first);
          const against = shown.find((text) => second.test(text));
          return against === undefined ? [] : [`${kind} ${first} beside "${against}": ${name}`];
        });
      });
    });
    expect(found).toEqual([]);
    expect([...seen].sort()).toEqual(
      buyerEmailKinds.filter((kind) => kind !== 'drop_refilled' && kind !== 'link_declined').sort(),
    );
    // A text that was reworded is no longer compared.
    expect(exclusions[lang].map(([first]) => first).filter((first) => !used.has(first))).toEqual([]);
  });
});
