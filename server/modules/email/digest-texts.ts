// The texts of the digest, by language. The owner reads them, so they are not among the editable texts of the store.

import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { DigestPeriod } from '../../../contract/digest-rules.ts';

/** `days`: a day or a week, as "Wed 25 Nov" or "16–22 Nov". Counts come with their text, for the plural. */
export type DigestTexts = {
  titles: Record<DigestPeriod, string>;
  subject: (title: string, days: string, figures: string) => string;
  orderCount: (count: number, shown: string) => string;
  quietSubject: string;
  quiet: (period: DigestPeriod, days: string) => string;
  comparedWith: (days: string) => string;
  versus: (days: string) => string;
  revenue: string;
  orders: string;
  paidOrders: string;
  refunds: string;
  refundCount: (count: number, shown: string) => string;
  visitors: string;
  conversion: string;
  revenueByDay: string;
  waiting: string;
  nothingWaits: string;
  linksToSend: string;
  inOrders: (links: string, count: number, orders: string) => string;
  unanswered: string;
  moreThan: (count: string) => string;
  lowBalance: string;
  below: (threshold: string) => string;
  speeds: string;
  median: (time: string) => string;
  nineOfTen: (time: string, links: string) => string;
  linkCount: (links: string) => string;
  open: string;
  lists: { orders: string; analytics: string; inbox: string };
  why: (timeZone: string) => string;
  settings: string;
};

const en: DigestTexts = {
  titles: { daily: 'Daily digest', weekly: 'Weekly digest' },
  subject: (title, days, figures) => `${title}, ${days}: ${figures}`,
  orderCount: (count, shown) => `${shown} ${count === 1 ? 'order' : 'orders'}`,
  quietSubject: 'no orders',
  quiet: (period, days) => `No orders, payments, refunds or visitors ${period === 'daily' ? 'on' : 'in'} ${days}.`,
  comparedWith: (days) => `Compared with ${days}`,
  versus: (days) => `vs ${days}`,
  revenue: 'Revenue',
  orders: 'Orders',
  paidOrders: 'Paid orders',
  refunds: 'Refunds',
  refundCount: (count, shown) => `${shown} ${count === 1 ? 'refund' : 'refunds'}`,
  visitors: 'Visitors',
  conversion: 'Orders per visitor',
  revenueByDay: 'Revenue by day',
  waiting: 'Needs attention now',
  nothingWaits: 'Nothing needs attention.',
  linksToSend: 'Links to send',
  inOrders: (links, count, orders) => `${links} in ${orders} ${count === 1 ? 'order' : 'orders'}`,
  unanswered: 'Unanswered messages',
  moreThan: (count) => `more than ${count}`,
  lowBalance: 'Low balance',
  below: (threshold) => `below ${threshold}`,
  speeds: 'Delivery of the last 30 days',
  median: (time) => `half within ${time}`,
  nineOfTen: (time, links) => `9 of 10 within ${time}, ${links} links`,
  linkCount: (links) => `${links} links`,
  open: 'Open the admin',
  lists: { orders: 'Orders', analytics: 'Analytics', inbox: 'Messages' },
  why: (timeZone) => `Days are in the time zone ${timeZone}. Figures of earlier days change with later refunds.`,
  settings: 'Change or stop this email',
};

const pt: DigestTexts = {
  titles: { daily: 'Resumo diário', weekly: 'Resumo semanal' },
  subject: (title, days, figures) => `${title}, ${days}: ${figures}`,
  orderCount: (count, shown) => `${shown} ${count === 1 ? 'pedido' : 'pedidos'}`,
  quietSubject: 'nenhum pedido',
  quiet: (period, days) =>
    `Nenhum pedido, pagamento, reembolso ou visitante ${period === 'daily' ? 'em' : 'na semana de'} ${days}.`,
  comparedWith: (days) => `Em comparação com ${days}`,
  versus: (days) => `vs. ${days}`,
  revenue: 'Receita',
  orders: 'Pedidos',
  paidOrders: 'Pedidos pagos',
  refunds: 'Reembolsos',
  refundCount: (count, shown) => `${shown} ${count === 1 ? 'reembolso' : 'reembolsos'}`,
  visitors: 'Visitantes',
  conversion: 'Pedidos por visitante',
  revenueByDay: 'Receita por dia',
  waiting: 'Requer atenção agora',
  nothingWaits: 'Nada requer atenção.',
  linksToSend: 'Links a enviar',
  inOrders: (links, count, orders) => `${links} em ${orders} ${count === 1 ? 'pedido' : 'pedidos'}`,
  unanswered: 'Mensagens sem resposta',
  moreThan: (count) => `mais de ${count}`,
  lowBalance: 'Saldo baixo',
  below: (threshold) => `abaixo de ${threshold}`,
  speeds: 'Entrega nos últimos 30 dias',
  median: (time) => `metade em até ${time}`,
  nineOfTen: (time, links) => `9 de 10 em até ${time}, ${links} links`,
  linkCount: (links) => `${links} links`,
  open: 'Abrir o painel',
  lists: { orders: 'Pedidos', analytics: 'Análises', inbox: 'Mensagens' },
  why: (timeZone) =>
    `Os dias seguem o fuso horário ${timeZone}. Os valores de dias anteriores mudam com reembolsos posteriores.`,
  settings: 'Alterar ou desligar este email',
};

export const digestTexts: Readonly<Record<AdminLanguage, DigestTexts>> = { en, pt };
