// The settings by their paths, in Portuguese (Brazil).
import { isAdminLanguage } from '../../../../contract/admin-languages.ts';
import type { DeclineScope, DeclineWindow } from '../../../../contract/card-testing.ts';
import { ownLanguageNames } from '../../../../contract/language-texts.ts';
import { retentionTitles } from '../../../../contract/message-texts/pt-settings.ts';
import type { RetentionName } from '../../../../contract/retention.ts';
import type { CapWindow, SpendingKind } from '../../../../contract/spending-caps.ts';
import type { CodeRule } from '../../../../contract/tracking-settings.ts';
import type { SetupTexts } from '../setup-texts.ts';

type FieldText = SetupTexts['fields']['name'];

const kept = (name: RetentionName, help: string): FieldText => {
  const title = retentionTitles[name];
  return { title: `${title}, dias guardados`, label: `${title}, dias`, help };
};
const inDollars = (title: string): FieldText => ({ title, label: `${title}, em dólares` });

const spending: Record<SpendingKind, string> = {
  provider: 'Gastos com fornecedores',
  refunds: 'Reembolsos',
  confirmations: 'Pagamentos marcados como pagos',
};
const capWindows: Record<CapWindow, string> = { hour: 'em uma hora', day: 'em 24 horas' };
const cap = (kind: SpendingKind, window: CapWindow) => `${spending[kind]} ${capWindows[window]}`;

export const declineScopes: SetupTexts['declineScopes'] = {
  address: 'Um endereço',
  network: 'Uma rede',
  email: 'Um email',
  all: 'Toda a loja',
};
const declineWindows: Record<DeclineWindow, string> = { per_10_minutes: 'em 10 minutos', per_day: 'em um dia' };
const declines = (scope: DeclineScope, window: DeclineWindow): FieldText => ({
  title: `${declineScopes[scope]}, cartões recusados ${declineWindows[window]}`,
  label: `Cartões recusados ${declineWindows[window]}`,
  placeholder: 'Sem limite',
});

const codeRules: Record<CodeRule, { name: string; hint: string }> = {
  automatic: {
    name: 'Automático',
    hint: 'Uma loja real com servidor de email exige o código. As outras funcionam como em Nunca.',
  },
  always: { name: 'Sempre', hint: 'Sem servidor de email, só o navegador que fez um pedido o mostra.' },
  never: {
    name: 'Nunca',
    hint: 'Quem tem o email de um comprador vê os pedidos dos últimos 90 dias, com links encurtados e sem recibos.',
  },
};
const codeRuleOf = (value: string) => codeRules[value as CodeRule] as (typeof codeRules)[CodeRule] | undefined;

/** "After 2 hours" for 120. */
function idleText(minutes: number): string {
  if (minutes === 1_440) return 'Nunca, só 24 horas depois da entrada';
  if (minutes < 60) return `Depois de ${minutes} minutos`;
  const hours = minutes / 60;
  return hours === 1 ? 'Depois de uma hora' : `Depois de ${hours} horas`;
}

export const fields: SetupTexts['fields'] = {
  name: { title: 'Nome da loja' },
  support_email: { title: 'Email de suporte', help: 'Aparece nas páginas. As mensagens dos visitantes vão para lá.' },
  time_zone: { title: 'Fuso horário' },
  automatic_dispatch: {
    title: 'Envio automático',
    label: 'Envio automático',
    on: 'Os links são enviados assim que o pedido é pago. A loja repete quando o fornecedor está ocupado. Se uma resposta se perde, você decide. Isto não muda pedidos já pagos.',
    off: 'Você envia cada link na página do pedido. Isto não muda pedidos já pagos.',
  },
  automatic_move: {
    title: 'Mudança automática para o próximo fornecedor',
    label: 'Mover ao próximo fornecedor o que parou',
    on: 'A loja pede ao fornecedor atual que cancele, no máximo uma vez por dia. Ela envia o restante ao próximo depois do fim confirmado.',
    off: 'Uma entrega parada aparece no Início. Você decide.',
  },
  automatic_refund: {
    title: 'Reembolso automático',
    label: 'Reembolso automático de unidades não entregues',
    on: 'Quando todos os links de um pedido terminam com menos do que foi comprado, o resto é reembolsado pelo gateway.',
    off: 'A página do pedido sugere o reembolso, e você decide.',
  },
  automatic_refill: {
    title: 'Reposição automática',
    label: 'Repor automaticamente as quedas informadas',
    on: 'Uma queda informada é reposta na hora quando o serviço permite reposição. As outras aparecem no Início.',
    off: 'As quedas informadas aparecem no Início. Você repõe cada uma ou a dispensa com um motivo.',
  },
  overdue_refund: {
    title: 'Reembolso automático de entregas atrasadas',
    label: 'Reembolsar o que nunca chega',
    on: (draft) =>
      `Depois de ${draft.overdue_refund_days} dias sem mudança, a loja cancela o que parou. Depois do fim confirmado, ela reembolsa o que falta pelo gateway, dentro dos limites.`,
    off: 'Cancele e reembolse você mesmo uma entrega parada.',
  },
  overdue_refund_days: { title: 'Dias até reembolsar uma entrega atrasada' },
  measured_speed: {
    title: 'Velocidade de entrega medida',
    label: 'Mostrar em quanto tempo os pedidos são entregues',
    help: 'A partir de 30 pedidos em 30 dias, a página inicial, o checkout e as páginas dos pedidos mostram o que a loja mediu. No modo real, isso substitui as afirmações sobre a entrega. Os números não podem ser editados.',
  },
  status_page: { title: 'Página de status pública', label: 'Mostrar uma página de status pública' },
  full_ip: {
    title: 'Endereços IP completos dos visitantes',
    label: 'Guardar endereços IP completos dos visitantes',
    on: 'Visitas e páginas abertas são guardadas com o endereço completo. Muitas leis o tratam como dado pessoal. A página de privacidade informa isso.',
    off: 'Endereços de visitantes são reduzidos à sua rede antes de guardar. Endereços completos antigos são reduzidos em minutos.',
  },
  require_second_factor: {
    title: 'Segundo fator para todos os administradores',
    label: 'Obrigatório para todos os administradores',
    on: 'Administradores sem aplicativo de autenticação ou chave de acesso só podem configurar um. Configure o seu primeiro.',
    off: 'Cada administrador escolhe: aplicativo de autenticação, chave de acesso ou só a senha.',
  },
  daily_digest: { title: 'Resumo diário', label: 'Todos os dias, sobre o dia anterior' },
  weekly_digest: { title: 'Resumo semanal', label: 'Toda segunda-feira, sobre a semana anterior' },
  digest_hour: { title: 'Hora do resumo', choice: (hour) => `${hour.padStart(2, '0')}:00` },
  digest_language: {
    title: 'Idioma do resumo',
    choice: (language) => (isAdminLanguage(language) ? ownLanguageNames[language] : language),
  },

  'business.name': { title: 'Nome da empresa' },
  'business.address': { title: 'Endereço da empresa', label: 'Endereço' },
  'business.tax_id': { title: 'CNPJ ou número de registro' },

  'retention.visits': kept('visits', 'Páginas vistas. Os totais ficam.'),
  'retention.alerts': kept(
    'alerts',
    'Com endereços completos e erros relatados pelas páginas. Alertas sobre dinheiro ficam.',
  ),
  'retention.sessions': kept('sessions', 'Onde os administradores entraram.'),
  'retention.mails': kept('mails', 'Os destinatários, e se o email chegou.'),
  'retention.messages': kept('messages', 'Com seus textos, respondidas ou não.'),
  'retention.orders': kept('orders', 'Pedidos antigos mantêm valores, quantidades e datas.'),

  'tracking.ask_for_code': {
    title: 'Exigir um código',
    label: 'Exigir um código',
    help: (draft) =>
      `Compradores digitam o email e um código enviado por email para ver seus pedidos. ${codeRuleOf(draft['tracking.ask_for_code'])?.hint ?? ''}`,
    choice: (rule) => codeRuleOf(rule)?.name ?? rule,
  },
  'sessions.idle_minutes': {
    title: 'Saída após minutos sem uso',
    label: 'Sair de uma página sem uso',
    help: 'Uma página que só se atualiza não está em uso. Toda sessão termina 24 horas depois da entrada.',
    choice: (minutes) => idleText(Number(minutes)),
  },

  'support_refund.largest': inDollars('Maior reembolso pelo suporte'),
  'support_refund.per_day': inDollars('Reembolsos por um administrador do suporte em 24 horas'),

  'spending_caps.provider.hour': inDollars(cap('provider', 'hour')),
  'spending_caps.provider.day': inDollars(cap('provider', 'day')),
  'spending_caps.refunds.hour': inDollars(cap('refunds', 'hour')),
  'spending_caps.refunds.day': inDollars(cap('refunds', 'day')),
  'spending_caps.confirmations.hour': { title: cap('confirmations', 'hour') },
  'spending_caps.confirmations.day': { title: cap('confirmations', 'day') },
  'spending_caps.price_cut': {
    title: 'Maior corte de preço, em porcento',
    label: 'Maior corte de preço em 24 horas, em porcento',
  },
  'spending_caps.test_units': { title: 'Unidades de um pedido de teste' },

  'card_testing.address.per_10_minutes': declines('address', 'per_10_minutes'),
  'card_testing.address.per_day': declines('address', 'per_day'),
  'card_testing.network.per_10_minutes': declines('network', 'per_10_minutes'),
  'card_testing.network.per_day': declines('network', 'per_day'),
  'card_testing.email.per_10_minutes': declines('email', 'per_10_minutes'),
  'card_testing.email.per_day': declines('email', 'per_day'),
  'card_testing.all.per_10_minutes': declines('all', 'per_10_minutes'),
  'card_testing.all.per_day': declines('all', 'per_day'),

  'emails.delivery_started': { title: 'Email: a entrega começou' },
  'emails.part_missing': { title: 'Email: falta uma parte' },
  'emails.dispute_received': { title: 'Email: o pagamento foi contestado' },
  'emails.contact_received': { title: 'Email: uma mensagem foi recebida' },

  'guarantee_days.Likes': { title: 'Curtidas: dias de garantia' },
  'guarantee_days.Views': { title: 'Visualizações: dias de garantia' },
};
