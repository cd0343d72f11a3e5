// Every text of the emails to buyers, by language. Emails use the language in which the order was placed.
import type { Category } from '../../../contract/category.ts';
import type { BuyerEmailKind } from '../../../contract/email-kinds.ts';
import type { Language } from '../../../contract/languages.ts';

export type OrderFacts = {
  id: string;
  /** The refunded amount as text; null without a refund. */
  refunded: string | null;
  /** The refund that the email is about; null when it is unknown. */
  refund: { amount: string; isByHand: boolean } | null;
  /** The replaced link and the new one; null in other emails. */
  replacement: { from: string; to: string } | null;
  /** A part was not delivered, and not all of that was refunded. */
  isShort: boolean;
};

type Words = { subject: string; paragraphs: string[] };

export type EmailTexts = {
  order: string;
  item: string;
  units: Record<Category, string>;
  amount: string;
  refunded: string;
  posts: string;
  soldBy: string;
  taxId: string;
  receipt: string;
  track: string;
  trackHelp: string;
  questions: (email: string) => string;
  /** The code for My Orders. The first paragraph stands above the code, the others below it. */
  trackCode: Words & { code: string };
  kinds: Record<BuyerEmailKind, (facts: OrderFacts) => Words>;
};

const en: EmailTexts = {
  order: 'Order',
  item: 'Item',
  units: { Likes: 'likes', Views: 'views' },
  amount: 'Amount',
  refunded: 'Refunded',
  posts: 'Posts',
  soldBy: 'Sold by',
  taxId: 'Tax or registration number',
  receipt: 'Receipt',
  track: 'Track your order',
  trackHelp: 'This link opens your order without signing in. Share it only with people who may see the order.',
  questions: (email) => `Questions? Write to ${email}.`,
  trackCode: {
    subject: 'Your code for My Orders',
    code: 'Code',
    paragraphs: [
      'Enter this code on the page My Orders to see all details of your orders. It is valid for 10 minutes.',
      'If you did not request a code, you can ignore this email. Give the code to nobody.',
    ],
  },
  kinds: {
    order_received: ({ id }) => ({
      subject: `We received your order ${id}`,
      paragraphs: [
        `We received your order ${id}. We start on it as soon as it is paid.`,
        'If you did not order anything, you can ignore this email: nothing is charged.',
      ],
    }),
    order_paid: ({ id }) => ({
      subject: `Your order ${id} is paid`,
      paragraphs: [`Your payment for order ${id} has arrived. Thank you.`],
    }),
    order_completed: ({ id, refunded, isShort }) => ({
      subject: `Your order ${id} is complete`,
      paragraphs: [
        refunded === null && isShort
          ? `Your order ${id} is complete. Not all of it could be delivered: write to us if anything is still open.`
          : refunded === null
            ? `Everything in your order ${id} has been delivered.`
            : `Your order ${id} is complete. We refunded ${refunded} of it.`,
      ],
    }),
    // The method of a payment outside the gateways is unknown.
    order_refunded: ({ id, refund }) => ({
      subject: `A refund for your order ${id}`,
      paragraphs: [
        `We refunded ${refund?.amount ?? 'money'} for your order ${id} ${refund?.isByHand ? 'the way you paid' : 'to the card that paid it'}.`,
        ...(refund?.isByHand ? [] : ['It can take your bank a few days to show the refund.']),
      ],
    }),
    link_replaced: ({ id, replacement }) => ({
      subject: `A link of your order ${id} was replaced`,
      paragraphs: [
        `We replaced a link of your order ${id}. What is still to be delivered goes to the new one.`,
        ...(replacement ? [`Before: ${replacement.from}`, `Now: ${replacement.to}`] : []),
        'If you did not ask for this, write to us.',
      ],
    }),
  },
};

const pt: EmailTexts = {
  order: 'Pedido',
  item: 'Item',
  units: { Likes: 'curtidas', Views: 'visualizações' },
  amount: 'Valor',
  refunded: 'Reembolsado',
  posts: 'Publicações',
  soldBy: 'Vendido por',
  taxId: 'CPF, CNPJ ou outro registro',
  receipt: 'Recibo',
  track: 'Acompanhe seu pedido',
  trackHelp: 'Este link abre seu pedido sem login. Compartilhe-o apenas com quem pode ver o pedido.',
  questions: (email) => `Dúvidas? Escreva para ${email}.`,
  trackCode: {
    subject: 'Seu código para Meus pedidos',
    code: 'Código',
    paragraphs: [
      'Digite este código na página Meus pedidos para ver todos os detalhes dos seus pedidos. Ele vale por 10 minutos.',
      'Se você não pediu um código, ignore este e-mail. Não passe o código a ninguém.',
    ],
  },
  kinds: {
    order_received: ({ id }) => ({
      subject: `Recebemos seu pedido ${id}`,
      paragraphs: [
        `Recebemos seu pedido ${id}. Começamos assim que ele for pago.`,
        'Se você não fez nenhum pedido, ignore este e-mail: nada será cobrado.',
      ],
    }),
    order_paid: ({ id }) => ({
      subject: `Seu pedido ${id} está pago`,
      paragraphs: [`O pagamento do seu pedido ${id} chegou. Obrigado.`],
    }),
    order_completed: ({ id, refunded, isShort }) => ({
      subject: `Seu pedido ${id} está concluído`,
      paragraphs: [
        refunded === null && isShort
          ? `Seu pedido ${id} está concluído. Nem tudo pôde ser entregue: escreva para nós se algo ficou em aberto.`
          : refunded === null
            ? `Tudo do seu pedido ${id} foi entregue.`
            : `Seu pedido ${id} está concluído. Reembolsamos ${refunded} dele.`,
      ],
    }),
    order_refunded: ({ id, refund }) => ({
      subject: `Reembolso do seu pedido ${id}`,
      paragraphs: [
        refund
          ? `Reembolsamos ${refund.amount} do seu pedido ${id} ${refund.isByHand ? 'pelo meio que você usou para pagar' : 'no cartão usado no pagamento'}.`
          : `Fizemos um reembolso do seu pedido ${id}.`,
        ...(refund?.isByHand ? [] : ['Seu banco pode levar alguns dias para mostrar o reembolso.']),
      ],
    }),
    link_replaced: ({ id, replacement }) => ({
      subject: `Um link do seu pedido ${id} foi substituído`,
      paragraphs: [
        `Substituímos um link do seu pedido ${id}. O que falta entregar vai para o novo.`,
        ...(replacement ? [`Antes: ${replacement.from}`, `Agora: ${replacement.to}`] : []),
        'Se você não pediu isso, escreva para nós.',
      ],
    }),
  },
};

export const emailTexts: Record<Language, EmailTexts> = { en, pt };
