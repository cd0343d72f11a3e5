// The texts of the digest, by language. The owner reads them, so they are not among the editable texts of the store.

import { actionItemTitlesEn } from '../../../contract/action-item-titles/en.ts';
import { actionItemTitlesPt } from '../../../contract/action-item-titles/pt.ts';
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { DigestPeriod } from '../../../contract/digest-rules.ts';

/** `days`: a day or a week, as "Wed 25 Nov" or "16–22 Nov". Counts come with their text, for the plural. */
const en = {
  actionItems: actionItemTitlesEn,
  titles: { daily: 'Daily digest', weekly: 'Weekly digest' },
  subject: (title: string, days: string, figures: string) => `${title}, ${days}: ${figures}`,
  orderCount: (count: number, shown: string) => `${shown} ${count === 1 ? 'order' : 'orders'}`,
  quietSubject: 'no orders',
  quiet: (period: DigestPeriod, days: string) =>
    `No orders, payments, refunds or visitors ${period === 'daily' ? 'on' : 'in'} ${days}.`,
  comparedWith: (days: string) => `Compared with ${days}`,
  versus: (days: string) => `vs ${days}`,
  revenue: 'Revenue',
  kept: (isOpen: boolean): string => (isOpen ? 'Kept, at most' : 'Kept'),
  orders: 'Orders',
  paidOrders: 'Paid orders',
  refunds: 'Refunds',
  refundCount: (count: number, shown: string) => `${shown} ${count === 1 ? 'refund' : 'refunds'}`,
  visitors: 'Visitors',
  conversion: 'Orders per visitor',
  revenueByDay: 'Revenue by day',
  waiting: 'Needs attention now',
  nothingWaits: 'Nothing needs attention.',
  linksToSend: 'Links to send',
  inOrders: (links: string, count: number, orders: string) =>
    `${links} in ${orders} ${count === 1 ? 'order' : 'orders'}`,
  unanswered: 'Unanswered messages',
  moreThan: (count: string) => `more than ${count}`,
  lowBalance: 'Low balance',
  below: (threshold: string) => `below ${threshold}`,
  speeds: 'Delivery of the last 30 days',
  median: (time: string) => `half within ${time}`,
  nineOfTen: (time: string, links: string) => `9 of 10 within ${time}, ${links} links`,
  linkCount: (links: string) => `${links} links`,
  open: 'Open the admin',
  lists: { orders: 'Orders', analytics: 'Analytics', inbox: 'Messages' },
  why: (timeZone: string) =>
    `Days are in the time zone ${timeZone}. Figures of earlier days change with later refunds.`,
  settings: 'Change or stop this email',
};

const pt: DigestTexts = {
  actionItems: actionItemTitlesPt,
  titles: { daily: 'Resumo diário', weekly: 'Resumo semanal' },
  subject: (title, days, figures) => `${title}, ${days}: ${figures}`,
  orderCount: (count, shown) => `${shown} ${count === 1 ? 'pedido' : 'pedidos'}`,
  quietSubject: 'nenhum pedido',
  quiet: (period, days) =>
    `Nenhum pedido, pagamento, reembolso ou visitante ${period === 'daily' ? 'em' : 'na semana de'} ${days}.`,
  comparedWith: (days) => `Em comparação com ${days}`,
  versus: (days) => `vs. ${days}`,
  revenue: 'Receita',
  kept: (isOpen) => (isOpen ? 'Resultado, no máximo' : 'Resultado'),
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

export type DigestTexts = typeof en;
export const digestTexts: Readonly<Record<AdminLanguage, DigestTexts>> = { en, pt };

/** The email by which an owner tests the mail server. */
export const testEmailTexts: Record<AdminLanguage, { subject: string; paragraph: string }> = {
  en: { subject: 'Test email', paragraph: 'The mail server works. Your store sends its emails like this one.' },
  pt: { subject: 'Email de teste', paragraph: 'O servidor de email funciona. Sua loja envia os emails como este.' },
};
