// The titles of the kinds of action items, for the admin and the digest. Pure, without zod.
import type { ActionItemKind } from './action-item-kinds.ts';
import type { AdminLanguage } from './admin-languages.ts';

type ActionItemTitles = Readonly<Record<ActionItemKind, string>>;

export const actionItemTitlesEn: ActionItemTitles = {
  database_unwritable: 'The database cannot write',
  jobs_stalled: 'Background jobs have stopped',
  category_undeliverable: 'Categories that no provider can deliver',
  category_deliverable: 'Paused categories that can be delivered again',
  service_above_price: 'Services that cost more than they sell for',
  payment_mismatch: 'Payments of another amount or currency',
  payment_unknown_status: 'Payments with an unknown status',
  second_capture: 'Orders that were paid twice',
  chargeback: 'Payments that were charged back',
  late_payment: 'Payments that came late',
  money_difference: 'Differences between ledger and gateway',
  refund_unsettled: 'Refunds with an unknown result',
  refund_failed: 'Refunds that failed',
  links_to_send: 'Orders with links to send',
  dispatch_unknown: 'Sends with an unknown result',
  dispatch_failed: 'Links that could not be sent',
  delivery_stopped: 'Under-delivered links',
  delivery_stalled: 'Stalled and slow deliveries',
  delivery_unknown_status: 'Deliveries with an unknown status',
  drop_reported: 'Reported drops',
  refill_refused: 'Refused refills',
  order_stuck: 'Orders that cannot finish',
  mail_undelivered: 'Undelivered emails',
  mailbox_failing: 'Incoming email failing for an hour',
  webhook_failing: 'Webhooks failing for 24 hours',
  channel_failing: 'Notification channels that fail',
  webhook_expiring: 'Webhooks that expire',
  api_key_expiring: 'API keys that expire',
  dead_job: 'Jobs that failed for good',
};

export const actionItemTitlesPt: ActionItemTitles = {
  database_unwritable: 'O banco de dados não grava',
  jobs_stalled: 'As tarefas em segundo plano pararam',
  category_undeliverable: 'Categorias que nenhum fornecedor pode entregar',
  category_deliverable: 'Categorias em pausa que já podem ser entregues',
  service_above_price: 'Serviços que custam mais do que o preço de venda',
  payment_mismatch: 'Pagamentos com outro valor ou moeda',
  payment_unknown_status: 'Pagamentos com estado desconhecido',
  second_capture: 'Pedidos pagos duas vezes',
  chargeback: 'Pagamentos contestados',
  late_payment: 'Pagamentos atrasados',
  money_difference: 'Diferenças entre livro-caixa e gateway',
  refund_unsettled: 'Reembolsos com resultado desconhecido',
  refund_failed: 'Reembolsos que falharam',
  links_to_send: 'Pedidos com links a enviar',
  dispatch_unknown: 'Envios com resultado desconhecido',
  dispatch_failed: 'Links que não foram enviados',
  delivery_stopped: 'Entregas incompletas',
  delivery_stalled: 'Entregas paradas ou lentas',
  delivery_unknown_status: 'Entregas com estado desconhecido',
  drop_reported: 'Quedas informadas',
  refill_refused: 'Reposições recusadas',
  order_stuck: 'Pedidos que não terminam',
  mail_undelivered: 'Emails não entregues',
  mailbox_failing: 'Emails recebidos com falha há uma hora',
  webhook_failing: 'Webhooks com falha há 24 horas',
  channel_failing: 'Canais de notificação com falha',
  webhook_expiring: 'Webhooks que expiram',
  api_key_expiring: 'Chaves de API que expiram',
  dead_job: 'Tarefas que falharam de vez',
};

export const actionItemTitles: Readonly<Record<AdminLanguage, ActionItemTitles>> = {
  en: actionItemTitlesEn,
  pt: actionItemTitlesPt,
};
