// Alerts about access, money and the store itself, in Portuguese (Brazil).
import type { CapWindow, SpendingKind } from '../spending-caps.ts';
import type { MessageTexts } from '../store-messages.ts';
import type { alertTexts as english } from './en-alerts.ts';
import { outageTexts } from './pt-refusals.ts';
import { offerName } from './pt-words.ts';

const cardAdvice = 'Novos pagamentos esperam. Se continuar, pause as compras em Alertas.';
const spendingNames: Record<SpendingKind, string> = {
  provider: 'Os gastos com fornecedores',
  refunds: 'Os reembolsos',
  confirmations: 'Os pagamentos marcados como pagos',
};
const windowNames: Record<CapWindow, string> = { hour: 'em uma hora', day: 'em 24 horas' };

export const alertTexts: Pick<MessageTexts, keyof typeof english> = {
  payment_mismatched: ({ orderId, reason }, { text }) =>
    `O pagamento do pedido ${orderId} não corresponde ao pedido. ${text(reason)}`,
  mismatch_part: 'Só uma parte do valor foi capturada.',
  mismatch_amount: 'O valor capturado não é o valor do pedido.',
  mismatch_order: 'A resposta é sobre outro pedido.',
  mismatch_currency: ({ currency }) => (currency === null ? 'A moeda não foi informada.' : `A moeda é ${currency}.`),
  mismatch_price: 'O preço do pedido mudou desde que o pagamento foi aberto.',
  mismatch_status: ({ status }) => `O gateway retornou ${status} para um pagamento que nunca tinha retornado antes.`,
  charged_twice: ({ orderId }) =>
    `O pedido ${orderId} foi cobrado duas vezes em um pagamento. Reembolse uma cobrança no painel do gateway.`,
  paid_twice: ({ orderId }) => `O pedido ${orderId} foi pago duas vezes. Reembolse o segundo pagamento.`,
  charged_back: ({ orderId, isSecond, dueOn }) =>
    `O ${isSecond ? 'segundo ' : ''}pagamento do pedido ${orderId} foi contestado.` +
    (dueOn === null ? '' : ` As evidências devem ser enviadas até ${dueOn} (UTC).`),
  paid_late: ({ orderId, isDeleted }) =>
    `O pedido ${orderId} foi pago depois de ${isDeleted ? 'excluído' : 'abandonado'}.`,
  dispute_won: ({ orderId }) => `A contestação do pedido ${orderId} terminou a favor da loja: o dinheiro voltou.`,
  notification_forged: 'Um aviso de pagamento chegou sem o segredo correto.',
  price_mismatched: ({ quantity, category, rightCents, namedCents }, { usd }) =>
    `Um pedido de ${quantity} ${offerName(category).toLowerCase()} indicou outro preço que o nosso, ` +
    `${usd(rightCents)}: ${usd(namedCents)}.`,
  ledger_differs: ({ count, fromDay, toDay }) =>
    `O livro-razão e o gateway divergem em ${count === 1 ? 'um fato' : `${count} fatos`}, de ${fromDay} a ${toDay}.`,
  order_refund_failed: ({ orderId, problem }, { text }) =>
    `Um reembolso do pedido ${orderId} falhou. ${text(problem)}`.trim(),
  order_refund_unsettled: ({ orderId, problem }, { text }) =>
    `Um reembolso do pedido ${orderId} está sem resultado há mais de uma hora. ${text(problem)}`.trim(),

  sign_in_failed: 'Um acesso falhou.',
  sign_in_failed_by_passkey: 'Um acesso com chave de acesso falhou.',
  sign_in_failed_at_code: 'Um acesso com a senha correta falhou no código.',
  sign_ins_failed_everywhere: 'Mais acessos falharam, de muitas redes.',
  sign_ins_failed_here: 'Mais acessos falharam nesta rede.',
  sign_in_locked: ({ failures }) => `O acesso está bloqueado por 15 minutos após ${failures} falhas.`,
  signed_in_elsewhere: ({ email }) => `${email} entrou de um lugar novo.`,
  session_moved: ({ email, from }) => `Uma sessão de ${email} que começou em ${from} é usada de outro endereço.`,
  limit_exceeded_together: ({ name }) => `Todos os acessos juntos passaram do normal: ${name}. Ninguém é recusado.`,
  limit_exceeded: ({ route }) => `Um endereço passou de um limite de solicitações: ${route}.`,
  token_forged: ({ route }) => `Um token inválido foi usado: ${route}.`,
  api_key_rejected: ({ route }) => `Uma chave de API desconhecida, revogada ou expirada foi usada: ${route}.`,
  token_ended: ({ route }) => `O token de uma sessão encerrada foi usado: ${route}.`,
  admin_refused_often: ({ name, calls, route }) =>
    `${name} teve ${calls} chamadas recusadas em uma hora, por papel ou por confirmação. A última: ${route}.`,
  program_refused_often: ({ name, calls, route }) =>
    `Um programa teve ${calls} chamadas recusadas em uma hora, por escopo: "${name}". A última: ${route}.`,
  orders_of_address: ({ count, ip }) => `${count} pedidos vieram de ${placeName(ip)} em uma hora.`,
  refused_payments_of_address: ({ count, ip }) =>
    `${count} pagamentos de ${placeName(ip)} foram recusados em uma hora.`,
  links_of_email: ({ count }) => `Um email fez pedidos para ${count} links diferentes em um dia.`,
  cards_declined_of_network: `Muitos cartões de uma rede foram recusados. ${cardAdvice}`,
  cards_declined_of_email: `Muitos cartões de um email foram recusados. ${cardAdvice}`,
  cards_declined_everywhere: `Muitos cartões foram recusados na loja inteira. ${cardAdvice}`,
  spending_frozen: ({ kind, cap, window }, { usd }) =>
    `${spendingNames[kind]} atingiram o limite de ${kind === 'confirmations' ? cap : usd(cap)} ${windowNames[window]}. ` +
    'Os próximos são recusados até que um dono libere o limite em Configurações, Limites. ' +
    'Se você não esperava isto, outra pessoa pode estar conectada: encerre todas as outras sessões.',
  test_order_refused: ({ units, reason }, { text }) =>
    `Um pedido de teste de ${units} unidades foi recusado. ${text(reason)}`,
  price_cut_refused: ({ email, problem }, { text }) =>
    `Uma redução de preço por ${email} foi recusada. ${text(problem)}`,
  audit_log_changed: ({ difference }) =>
    `O registro de auditoria foi alterado por fora da loja: ${difference}. npm run audit:verify lista todas as diferenças.`,
  owner_address_changes: ({ address, from }) =>
    `Os avisos ao dono vão para ${address}, a partir de: ${from ?? 'agora'}. ` +
    'Se você não esperava isto, cancele a mudança em Configurações e troque sua senha.',

  jobs_stopped: ({ waiting, seconds }) =>
    `As tarefas em segundo plano pararam: ${waiting} ${waiting === 1 ? 'tarefa espera' : 'tarefas esperam'}, ` +
    `a mais antiga há ${seconds} s. ` +
    'Pagamentos não são liquidados, links não são enviados e emails não saem até que voltem.',
  jobs_resumed: ({ minutes }) =>
    `As tarefas em segundo plano voltaram. Ficaram paradas por cerca de ${minutes} min; ` +
    'o que esperava está sendo feito agora.',
  database_was_unwritable: ({ duration, outage }) =>
    `O banco de dados ficou sem gravar por ${duration}: ${outageTexts[outage]}.`,

  browser_reported: ({ what, report }, { text }) => `${text(what)} O navegador informou: "${report}"`,
  browser_payment_library: 'O formulário do cartão não carregou em um navegador.',
  browser_payment_configure: 'O formulário do cartão não iniciou em um navegador.',
  browser_payment_page: 'O formulário do cartão não apareceu em um navegador.',
  browser_payment_callback: 'O formulário do cartão informou um erro em um navegador.',
  browser_page: 'Uma parte de uma página falhou em um navegador.',

  admin_change: ({ what, account, by }, { text }) =>
    [text(what), account && `Conta: ${account}.`, by && `Por ${by}.`].filter(Boolean).join(' '),
  admin_added: 'Um administrador foi adicionado.',
  admin_removed: 'Um administrador foi removido.',
  admin_role_changed: 'O papel de um administrador foi alterado.',
  admin_password_changed: 'Um administrador trocou a própria senha.',
  admin_factors_reset: 'Os segundos fatores de um administrador foram removidos: só a senha basta para entrar.',
  authenticator_added: 'Um administrador configurou um aplicativo de autenticação.',
  authenticator_removed: 'Um administrador removeu o aplicativo de autenticação.',
  backup_code_used: 'Um administrador usou um código de reserva.',
  backup_codes_created: 'Um administrador criou novos códigos de reserva.',
  passkey_added: 'Um administrador adicionou uma chave de acesso.',
  passkey_removed: 'Um administrador removeu uma chave de acesso.',
  provider_server_changed: 'Um administrador informou outro servidor para um fornecedor.',
  api_key_created: 'Uma chave de API foi criada.',
  webhook_created: 'Um webhook foi criado.',
  webhook_changed: 'Um webhook foi alterado.',
  mail_server_changed: 'O servidor de email foi alterado.',
  mailbox_changed: 'A caixa de email lida pela loja foi alterada.',
  payment_method_changed: 'Uma forma de pagamento foi ativada ou desativada.',
  payment_keys_changed: 'As chaves de um gateway de pagamento foram alteradas.',
  transfer_account_changed: 'As instruções para transferências, com a conta que recebe o dinheiro, foram salvas.',
  backup_folder_changed: 'A pasta de backups foi alterada.',
  channel_added: 'Um canal de notificação foi adicionado.',
  channel_changed: 'Um canal de notificação foi alterado.',
  channel_removed: 'Um canal de notificação foi removido.',
  owner_address_canceled: 'Uma mudança do endereço do dono foi cancelada.',
  spending_cap_opened: 'Um limite de gastos foi liberado.',
  store_opened: 'A loja foi aberta para pagamentos reais.',
};

function placeName(ip: string | null): string {
  if (ip === null) return 'um só endereço';
  return ip.includes('/') ? `a rede ${ip}` : ip;
}
