// Action items, and the checks of the system, in Portuguese (Brazil).
import type { MessageTexts } from '../store-messages.ts';
import type { itemTexts as english } from './en-items.ts';
import type { TextForms } from './forms.ts';
import { outageTexts } from './pt-refusals.ts';

export const itemTexts: Pick<MessageTexts, keyof typeof english> = {
  jobs_waiting: ({ waiting, seconds }) =>
    `Tarefas à espera: ${waiting}. A mais antiga está atrasada há ${seconds} s. ` +
    'A loja reinicia a fila sozinha. Se isto não passar, reinicie a loja.',
  database_unwritable: ({ outage }) =>
    `O banco de dados não consegue gravar: ${outageTexts[outage]}. Pedidos e pagamentos são recusados até que consiga.`,
  gateway_status_unknown: ({ status, payment }) =>
    `O gateway retornou o status "${status}" para o pagamento ${payment}. Este status é desconhecido. ` +
    'A loja verifica de novo. Procure o pagamento na administração do gateway.',
  sending_paused_by_customer: 'O cliente pausou o envio pelo email sobre uma alteração.',
  links_unsent: ({ unsent, links }) => `${unsent} de ${links} links a enviar`,
  link_progress: ({ status, remains }, forms) => progress({ status, remains }, forms),
  link_refill_refused: ({ status, remains, answer }, forms) =>
    `${progress({ status, remains }, forms)}. Reposição recusada: "${forms.text(answer)}"`,
  link_status_unknown: ({ status, link }) =>
    `O fornecedor retornou o status "${status}" para o link ${link}. Este status é desconhecido. ` +
    'A loja continua verificando. Procure o pedido no painel do fornecedor.',
  order_set_by_hand: ({ status, next }, { text }) =>
    `O status foi definido manualmente como ${text(status)}, por isso a loja não o muda. ${text(next)}`,
  next_complete_order: 'Todos os links terminaram. Defina como Concluído.',
  next_fail_returned_order: 'O pagamento foi devolvido. Defina como Falhou.',
  next_check_payment: 'Nenhum pagamento chegou. Verifique o pagamento ou defina como Falhou.',
  order_unpaid_for_days:
    'Sem pagamento há mais de três dias, e o gateway não confirmou que nenhum dinheiro vem. ' +
    'Verifique o pagamento ou defina o pedido como Falhou.',
  order_failed_and_paid: 'Pago, mas definido manualmente como Falhou. Reembolse-o ou defina como Em processamento.',
  order_email_collides:
    'O email deste pedido é outra grafia do endereço de um cliente. Se for a mesma pessoa, use o endereço limpo.',
  message_email_collides: ({ subject }) =>
    'O email de uma mensagem é outra grafia do endereço de um cliente, que recebe a sua resposta. ' +
    `Dispense esta pendência depois de responder: "${subject}".`,
  admin_email_collides:
    'O email de um administrador é outra grafia do email de outro e não pode entrar. ' +
    'Remova o que está marcado como parecido com outro.',
  payout_typed_differs: ({ day, from, to }) =>
    `O repasse de ${day} difere do que o livro-caixa espera para ${from} a ${to}.`,
  payout_contents_differ: ({ payout, day, differences }, { count }) =>
    `O repasse ${payout} de ${day} difere do livro-caixa em ${count(differences)} ${differences === 1 ? 'ponto' : 'pontos'}.`,
  access_expires: ({ name, on }) => `${name} expira em ${on} (UTC).`,
  access_expired: ({ name, on }) => `${name} expirou em ${on} (UTC).`,
  channel_problem: ({ name, answer }, { text }) => `"${name}": ${text(answer)}`,
  category_undeliverable: ({ providers }, { text }) => providers.map(text).join(' '),
  offer_without_service:
    'Nenhum fornecedor tem um serviço para ela. Os links pagos esperam. Escolha um serviço para a oferta no catálogo.',
  category_deliverable:
    'Foi pausada porque nenhum fornecedor podia entregá-la. Um fornecedor já pode entregá-la agora.',
  scheduled_prices_refused: ({ reason }, { text }) =>
    `Os preços não foram alterados na hora agendada. ${text(reason)} ` +
    'Escolha outra hora em Configurações, Preços, ou remova a alteração.',
  scheduled_prices_against_rule: ({ reason }, { text }) =>
    `Os preços não foram alterados na hora agendada. ${text(reason)} ` +
    'Corrija a causa e escolha outra hora, ou remova a alteração.',

  replica_silent: 'A réplica não responde.',
  postgres_unsupported: ({ major }) =>
    `O PostgreSQL ${major} chegou ao fim do suporte e não recebe atualizações de segurança.`,
  backup_missing: 'Nenhum backup foi feito ainda.',
};

type Progress = { status: string | null; remains: number | null };

function progress({ status, remains }: Progress, forms: TextForms): string {
  const rest = remains !== null && remains > 0 ? `, faltam ${forms.count(remains)}` : '';
  return `${status === null ? 'Sem status' : forms.status(status)}${rest}`;
}
