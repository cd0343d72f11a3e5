// Why a call was refused, in Portuguese (Brazil).

import type { Role } from '../account-rules.ts';
import type { Factor } from '../auth.ts';
import type { DatabaseOutage } from '../health.ts';
import type { OrderStatus } from '../order-status.ts';
import type { NoPostKind } from '../post-links.ts';
import type { PriceFact } from '../price-fact-names.ts';
import { amountText, type CapWindow, type SpendingKind } from '../spending-caps.ts';
import type { MessageTexts, ParamsOf } from '../store-messages.ts';
import { timeIn } from '../time-zones.ts';
import type { refusalTexts as english } from './en-refusals.ts';
import { linkRefusalTexts } from './pt-links.ts';
import { offerName } from './pt-words.ts';

/** Each is masculine, as the sentence needs. */
const priceFactTitles: Readonly<Record<PriceFact, string>> = {
  unit_price_micros: 'O preço',
  rounding: 'O arredondamento',
  min_quantity: 'O mínimo',
  max_quantity: 'O máximo',
  step_quantity: 'O passo',
  default_quantity: 'O valor padrão',
  packages: 'O conjunto de pacotes',
  tiers: 'O conjunto de descontos',
};

const noPostTexts: Readonly<Record<NoPostKind, string>> = {
  home: 'Este link abre a página inicial do Instagram, não um post. Cole o link de um post.',
  code: 'Este link está incompleto: falta o código. Copie o link inteiro.',
  share: 'Este link está incompleto. Copie o link inteiro.',
  stories: 'Este link não abre nenhum post. Cole o link de um post.',
  explore: 'Este link abre o Explorar, não um post. Cole o link de um post.',
  accounts: 'Este link abre uma conta, não um post. Cole o link de um post.',
  direct: 'Este link abre mensagens, não um post. Cole o link de um post.',
  about: 'Este link abre informações, não um post. Cole o link de um post.',
  legal: 'Este link abre termos, não um post. Cole o link de um post.',
};

export const outageTexts: Readonly<Record<DatabaseOutage, string>> = {
  unreachable: 'inacessível',
  read_only: 'somente leitura',
  disk_full: 'disco cheio',
  out_of_connections: 'sem conexões livres',
  server_error: 'erro do servidor',
};

const proofTexts: Readonly<Record<Factor, string>> = {
  passkey: 'use sua chave de acesso',
  code: 'digite um código do seu aplicativo de autenticação',
  backup_code: 'digite um código de reserva',
  password: 'digite sua senha novamente',
};

const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Leitura',
  support: 'Suporte',
  manager: 'Gerente',
  owner: 'Dono',
};

/** With the article: "O limite de gastos", "Os gastos atingiram". */
const spendingNames: Readonly<Record<SpendingKind, readonly [inside: string, first: string]>> = {
  provider: ['gastos com fornecedores', 'Os gastos com fornecedores'],
  refunds: ['reembolsos', 'Os reembolsos'],
  confirmations: ['pagamentos marcados como pagos', 'Os pagamentos marcados como pagos'],
};
const windowNames: Readonly<Record<CapWindow, string>> = { hour: 'em uma hora', day: 'em 24 horas' };

const statusNames: Readonly<Record<OrderStatus, string>> = {
  pending: 'pendente',
  paid: 'pago',
  processing: 'em processamento',
  completed: 'concluído',
  failed: 'falhou',
};

const testNumberNames: Readonly<Record<ParamsOf<'test_number_range'>['number'], string>> = {
  quantity: 'A quantidade',
  runs: 'O número de execuções',
  interval: 'O intervalo',
  total: 'A quantidade vezes as execuções',
};
const parameterNames: Readonly<Record<ParamsOf<'test_parameter_missing'>['parameter'], string>> = {
  order: 'o pedido',
  service: 'o serviço',
  link: 'o link',
  quantity: 'a quantidade',
};
const orderFieldNames: Readonly<Record<ParamsOf<'differs_from_order'>['field'], string>> = {
  amount: 'O valor não é o do pedido.',
  email: 'O email não é o do pedido.',
  postUrls: 'Os links não são os do pedido.',
};
const contactFieldNames: Readonly<Record<NonNullable<ParamsOf<'contact_too_long'>['field']>, string>> = {
  name: 'O nome',
  email: 'O email',
  subject: 'O assunto',
  message: 'A mensagem',
};

const openCap = 'Um dono pode liberá-lo em Configurações, Limites.';
const refundMore = 'Um gerente ou um dono pode reembolsar mais.';

export const refusalTexts: Pick<MessageTexts, keyof typeof english> = {
  method_limits: ({ minCents, maxCents }, { usd }) => {
    const [least, most] = [minCents, maxCents].map((cents) => (cents === null ? null : usd(cents)));
    if (!most) return `Esta forma de pagamento vale para pedidos a partir de ${least}.`;
    if (!least) return `Esta forma de pagamento vale para pedidos de até ${most}.`;
    return `Esta forma de pagamento vale para pedidos de ${least} a ${most}.`;
  },
  body_required: 'Envie um objeto JSON com os campos desta chamada.',
  field_required: ({ field }) => `O campo ${field} é obrigatório.`,
  field_invalid: ({ field, problem }, { text }) => `O campo ${field} não é válido (${text(problem)}).`,
  one_of_documented: 'o documento da API lista os valores',
  order_id_form: 'um ID de pedido é um número, ou até 64 letras e dígitos sem espaços',
  email_address_needed: 'Digite um endereço de email',
  host_repeated: 'Envie um único cabeçalho Host.',
  host_missing: 'Envie um cabeçalho Host.',
  body_compressed: 'Envie o corpo sem compressão.',
  cursor_invalid: ({ list }) => `O cursor não é um que ${list === 'this list' ? 'esta' : 'uma'} lista deu.`,
  idempotency_key_invalid: 'A Idempotency-Key deve ter de 1 a 255 caracteres imprimíveis.',
  reply_key_missing: 'Envie uma Idempotency-Key com uma resposta.',
  refund_key_missing: 'Envie uma Idempotency-Key com um reembolso.',
  foreign_change: 'Páginas de outros sites não podem mudar nada aqui.',
  page_invalid: 'A página deve ser um caminho de no máximo 200 caracteres.',
  page_unknown: 'A página não é de uma loja.',
  notification_no_object: 'O corpo não é um objeto.',
  notification_no_event: 'O corpo não é um evento.',
  notification_of_other_merchant: 'É sobre outro lojista.',
  notification_without_order: 'Não indica um pedido.',
  notification_too_old: 'A assinatura é antiga demais.',
  store_stopping: 'A loja está parando.',
  jobs_not_running: 'As tarefas em segundo plano pararam.',
  database_cannot_write: ({ outage }) => `O banco de dados não pode gravar: ${outageTexts[outage]}.`,

  key_invalid: 'Esta chave de API não é válida. Confira se está completa, e se não expirou nem foi revogada.',
  scope_required: ({ scope }) => `Esta chave de API não tem a permissão necessária: ela precisa do escopo ${scope}.`,
  admins_only: 'Nenhuma chave de API pode fazer esta chamada. Ela é para administradores que entraram.',
  download_expired: 'Este link de download expirou. Comece o download de novo.',
  owner_required: 'Só um dono pode fazer isto.',
  role_required: ({ role }) => `Isto exige o papel ${roleNames[role]} ou um superior. Fale com um dono da loja.`,
  owner_settings:
    'Só um dono muda os limites, os limites de cartões recusados, o código de Meus pedidos, o tempo de inatividade das sessões e o segundo fator obrigatório.',
  proof_required: ({ factors, isPasswordOnly }) => {
    const ways = factors.map((factor) => proofTexts[factor]);
    const listed = [ways.slice(0, -1).join(', '), ...ways.slice(-1)].filter(Boolean).join(' ou ');
    const why = 'Sua conta tem um segundo fator: entrar com a senha não confirma isto. ';
    return `${isPasswordOnly ? why : ''}Para continuar, ${listed}.`;
  },
  login_locked_for: ({ minutes }) => `Muitas tentativas. Tente novamente em ${minutes} minutos.`,
  admin_exists: 'Já existe um administrador com este email.',
  invitation_unknown: 'Este link não é um convite desta loja. Copie o link inteiro ou peça outro.',
  invitation_accepted: 'Este convite já foi aceito. Entre com seu email e sua senha.',
  invitation_revoked: 'Este convite foi cancelado ou substituído. Peça outro ao dono da loja.',
  invitation_expired: 'Este convite expirou. Peça outro ao dono da loja.',
  admin_gone: 'Este administrador foi removido nesse meio-tempo.',
  payout_of_gateway: 'Este repasse vem do gateway, por isso não pode ser alterado aqui.',
  own_account: 'Você não pode remover a própria conta. Peça a outro administrador.',
  own_factors: 'Remova seu próprio aplicativo e suas chaves de acesso em Configurações, Seu acesso.',
  password_common:
    'Esta senha está entre as primeiras que outras pessoas tentam. Escolha uma mais longa ou menos comum.',
  password_length: ({ least }) =>
    `Uma senha tem pelo menos ${least} caracteres. Várias palavras seguidas são fáceis de lembrar.`,
  factor_on: 'O segundo fator já está ativo.',
  factor_not_started: 'Comece com um novo segredo para o aplicativo de autenticação.',
  factor_missing:
    'Adicione primeiro uma chave de acesso ou um aplicativo de autenticação: os códigos de reserva vêm junto.',
  too_many_passkeys: 'Remova primeiro uma chave de acesso.',
  passkey_exists: 'Esta chave de acesso já está aqui.',
  passkeys_need_name: 'Chaves de acesso exigem um nome em PUBLIC_URL, não um número.',
  schedule_time_past: 'Esta hora já passou. Escolha uma posterior ou salve os preços agora.',
  schedule_time_missing: 'Esta hora não existe: o dia não existe ou os relógios são adiantados. Escolha outra.',
  schedule_time_far: 'Escolha uma hora dentro de um ano.',
  schedule_nothing: 'Nessa hora os preços já são os mesmos. Altere um primeiro.',
  schedule_full: ({ most }) => `Já há ${most} alterações agendadas. Remova uma primeiro.`,
  schedule_gone: 'Esta alteração foi aplicada ou removida nesse meio-tempo.',
  schedule_same_minute: ({ category, fact }) =>
    `${priceFactTitles[fact]} de ${offerName(category)} já tem uma alteração nesta hora. Escolha outra hora ou remova aquela alteração.`,
  schedule_author_gone: ({ email }) => `${email}, que agendou a alteração, não pode mais alterar preços.`,
  schedule_changed_by_hand: ({ category, fact }) =>
    `${priceFactTitles[fact]} de ${offerName(category)} foi alterado à mão depois que esta alteração foi agendada.`,
  schedule_changed_by_rule: ({ category }) =>
    `A regra de margem de ${offerName(category)} alterou o preço depois que esta alteração foi agendada.`,
  too_many_keys: ({ most }) => `Já há ${most} chaves. Revogue uma primeiro.`,
  too_many_endpoints: ({ most }) => `Já há ${most} endpoints.`,
  endpoint_expired: 'Este endpoint expirou. Escolha primeiro uma nova data.',
  endpoint_off: 'Este endpoint está desligado.',
  new_secret_needed: 'Outro servidor exige um novo segredo de assinatura. Marque a opção de criar um.',
  delivery_sending: 'Isto está sendo enviado agora.',

  backup_folder_missing: 'Defina primeiro uma pasta para backups em Configurações, Dados e backups.',
  job_unknown: 'Não há tarefa abandonada com este número.',
  item_settled: 'Esta pendência já foi resolvida.',
  reply_empty: 'Escreva primeiro uma resposta.',
  reply_too_long: ({ most }, { count }) => `A resposta pode ter no máximo ${count(most)} caracteres.`,
  reply_unfilled: ({ placeholder }) => `Preencha ou remova ${placeholder} primeiro.`,
  too_many_replies: ({ most }) =>
    `Este endereço recebeu ${most} respostas em uma hora. Espere antes de escrever de novo.`,
  message_unknown: 'Esta mensagem não é conhecida aqui.',
  mark_missing: 'Marque como lida ou respondida.',
  templates_changed: 'Outro administrador mudou os modelos. Carregue-os de novo.',
  mail_unknown: 'Este email não é conhecido aqui.',
  mail_sending: 'Este email está sendo enviado agora.',
  mail_not_due:
    'Este email não é mais necessário: o que ele pede ou informa já foi resolvido, ou este tipo está desligado.',
  contact_too_long: ({ field, most = 0 }, { count }) =>
    field ? `${contactFieldNames[field]} pode ter no máximo ${count(most)} caracteres.` : 'Este texto é longo demais.',
  orders_in_progress: ({ orders, others }) =>
    `Pagamento, entrega ou reembolso ainda em andamento: ${orders}${others > 0 ? ` e mais ${others}` : ''}. ` +
    'Tente de novo quando terminarem.',

  ...linkRefusalTexts,
  link_without_post: ({ kind }) => (kind ? noPostTexts[kind] : 'Este link não abre um post. Cole o link de um post.'),
  too_many_views: ({ most }) => `Já há ${most} visões. Exclua uma primeiro.`,
  view_gone: 'Esta visão não existe mais.',
  too_many_orders: ({ most }) => `Peça no máximo ${most} pedidos por vez.`,
  status_changed: ({ orderId, status }) =>
    `O pedido ${orderId} mudou nesse meio-tempo. Status atual: ${statusNames[status]}.`,
  status_unknown: 'O status deve ser Pendente, Em processamento, Concluído ou Falhou.',
  links_missing: ({ orderId, links, unsent, unsettled, running, short }) => {
    const of = (count: number) => `${count} de ${links} ${links === 1 ? 'link' : 'links'}`;
    const parts = [
      unsent > 0 && `${of(unsent)} sem envio`,
      unsettled > 0 && `${of(unsettled)} com envio de resultado desconhecido`,
      running > 0 && `${of(running)} ainda em entrega`,
      short > 0 && `${of(short)} com entrega incompleta`,
    ];
    return `O pedido ${orderId} está pago: ${parts.filter(Boolean).join(', ')}. Concluir mesmo assim?`;
  },
  fixed_when_paid: 'Links e quantidade são fixos depois que o pedido é pago.',
  fixed_when_sent: 'Links e quantidade são fixos depois que um link foi enviado.',
  fixed_while_paying: 'Links e quantidade são fixos enquanto um pagamento está aberto.',
  amount_fixed: 'O valor de um pedido não pode ser alterado.',
  category_fixed: 'A categoria de um pedido não pode ser alterada.',
  username_invalid: ({ most }) => `Digite um nome de usuário de no máximo ${most} caracteres em uma linha.`,
  confirmation_note_missing: 'Digite uma nota de no máximo 1000 caracteres: por que este pedido está pago?',
  differs_from_order: ({ field }) => orderFieldNames[field],
  payment_checked: 'O pagamento deste pedido está sendo verificado. Fale conosco.',
  cap_was_reached: ({ kind }) => `O limite de ${spendingNames[kind][0]} foi atingido. ${openCap}`,
  cap_reached_now: ({ kind, cap, window }, { usd }) =>
    `${spendingNames[kind][1]} atingiram o limite de ${kind === 'confirmations' ? amountText(kind, cap) : usd(cap)} ${windowNames[window]}. ${openCap}`,

  refund_payment_unknown: 'Nenhum pagamento deste pedido tem este número.',
  nothing_to_refund: 'Este pedido não está pago: não há nada a reembolsar.',
  payment_refunded: 'Este pagamento já foi reembolsado por inteiro.',
  delivery_not_over: 'A entrega deste pedido não terminou, ou um administrador o reembolsou.',
  payment_disputed: 'O pagamento está contestado: o banco decide e pode retomar o dinheiro.',
  refund_amount_missing: 'Digite o valor a reembolsar.',
  refund_amount_form: 'O valor é em dólares, com no máximo duas casas decimais.',
  refund_amount_zero: 'O valor deve ser maior que US$ 0,00.',
  nothing_undelivered: 'Este pedido não tem unidades definitivamente não entregues.',
  undelivered_amount_changed: ({ worthCents }, { usd }) =>
    `A parte não entregue agora vale ${usd(worthCents)}. Confira o valor.`,
  support_refund_limit: ({ mostCents }, { usd }) =>
    `O suporte pode reembolsar no máximo ${usd(mostCents)} por vez. ${refundMore}`,
  support_day_limit: ({ mostCents, leftCents }, { usd }) =>
    `O suporte pode reembolsar no máximo ${usd(mostCents)} em 24 horas: restam ${usd(leftCents)}. ${refundMore}`,

  store_not_open: 'Nada é enviado antes que a loja seja aberta nas configurações.',
  no_provider: 'Nenhum fornecedor está configurado ainda.',
  no_service: ({ category }) => `Nenhum ID de serviço está configurado para ${offerName(category)}.`,
  services_too_expensive: ({ category }) =>
    `Todo serviço para ${offerName(category)} custa demais para o preço de venda.`,
  services_held: ({ category }) =>
    `O serviço de ${offerName(category)} mudou no fornecedor. Confirme-o ou escolha outro primeiro.`,
  refill_service_held: ({ serviceId, category }) =>
    `O serviço ${serviceId} de ${offerName(category)} mudou no fornecedor. Confirme-o antes de pedir uma reposição.`,
  service_changed_since: ({ serviceId, category, before, after }) =>
    `O serviço ${serviceId} de ${offerName(category)} mudou de "${before}" para "${after}". Salve de novo se é isto que você vende.`,
  service_held_for_admin: ({ serviceId }) => `O serviço ${serviceId} mudou no fornecedor. Um admin o confirma antes.`,
  service_held_elsewhere: ({ serviceId, category }) =>
    `O serviço ${serviceId} é usado para ${offerName(category)} e mudou no fornecedor. Confirme-o ou escolha antes outro para ${offerName(category)}.`,
  service_not_held: 'Este serviço não está mais retido.',
  service_changed_again: 'O serviço mudou de novo. Confira.',
  change_settled: 'A mudança foi resolvida nesse meio-tempo. Confira a lista.',
  change_held: 'O serviço mudou no fornecedor. Confirme-o ou escolha outro.',
  no_other_provider: ({ category }) => `Nenhum outro fornecedor tem um serviço para ${offerName(category)}.`,
  links_erased: 'Os links deste pedido foram apagados.',
  links_erased_unsent: 'Os links deste pedido foram apagados. Nada dele pode ser enviado.',
  link_unknown: 'Este link não está no pedido.',
  link_unchanged: 'Este é o link que o pedido já tem.',
  category_differs: 'A categoria não é a do pedido.',
  order_payment_refunded: 'O pagamento deste pedido foi reembolsado.',
  order_ended: ({ status }) => `O status deste pedido: ${statusNames[status]}.`,
  refund_in_progress: 'Um reembolso deste pedido está em andamento.',
  refund_in_progress_retry: 'Um reembolso deste pedido está em andamento. Tente de novo quando terminar.',
  link_request_open:
    'O comprador pediu outro link. Este será enviado após a decisão de um administrador ou 24 horas depois do pedido.',
  order_link_sending: 'Um link deste pedido está sendo enviado agora. Tente de novo em breve.',
  link_refunded_undelivered: 'Este link foi reembolsado como não entregue. Ele não é mais enviado.',
  missing_part_refunded: 'A parte que faltava deste link foi reembolsada.',
  shortfall_refunded: 'O que faltava deste link foi reembolsado.',
  link_under_way: 'Este link está em entrega. Cancele-o primeiro no fornecedor.',
  link_delivered: 'Este link foi entregue.',
  link_delivered_whole: 'Este link foi entregue por inteiro.',
  delivered_part_unknown: 'O fornecedor não informou quanto deste link foi entregue.',
  link_ended: ({ status }) => `Este link terminou: o fornecedor retornou "${status}".`,
  cancel_requested: 'O cancelamento deste link já foi pedido ao fornecedor.',
  cancel_not_offered: 'O fornecedor não cancela este serviço. Fale com ele, ou espere.',
  refill_requested: 'Já há uma reposição deste link em andamento.',
  refill_too_soon: 'Uma reposição deste link foi pedida há menos de um minuto.',
  sending_not_paused: 'O envio deste pedido não está pausado.',
  sending_paused_until: ({ until, timeZone }) =>
    `Envio pausado até ${timeIn(timeZone, new Date(until))}, pelo cliente.`,
  outcome_not_unknown: 'O resultado deste link não é desconhecido.',
  order_id_missing: 'Informe o ID do pedido no fornecedor.',
  order_id_of_other_link: 'Este ID de pedido no fornecedor é de outro link.',
  order_id_not_number: 'Os IDs de pedido deste fornecedor são números. Copie o ID do painel dele.',
  order_id_unknown: ({ orderId, words }, { text }) =>
    `O fornecedor não tem pedido com o ID ${orderId}.${words === null ? '' : ` Ele retornou "${text(words)}".`} ` +
    'Confira no painel do fornecedor.',
  test_units_limit: ({ most }) =>
    `Um pedido de teste pode ter no máximo ${most} unidades. Um dono pode mudar isto em Configurações, Limites.`,
  test_number_range: ({ number, most }, { count }) =>
    `${testNumberNames[number]} deve ser um número inteiro de 1 a ${count(most)}.`,
  test_interval_missing: 'Digite o intervalo entre as execuções, em minutos.',
  test_runs_missing: 'Digite o número de execuções, ou apague o intervalo.',
  test_parameter_missing: ({ parameter }) => `Informe primeiro ${parameterNames[parameter]}.`,
  cost_file_empty: 'O arquivo não tem linhas abaixo dos nomes das colunas.',
  cost_file_broken: ({ line }, { count }) => `Uma aspa na linha ${count(line)} está sozinha.`,
  cost_file_too_long: ({ most }, { count }) => `O arquivo tem mais de ${count(most)} linhas. Divida-o.`,
  cost_column_missing: 'Escolha as colunas do dia e do valor.',
  cost_column_twice: 'Escolha cada coluna uma vez.',
  cost_line_cells: ({ count: found, expected }, { count }) =>
    `A linha tem ${count(found)} colunas, a primeira linha tem ${count(expected)}.`,
  cost_day_invalid: ({ text }) => `"${text}" não é um dia na ordem escolhida de dia, mês e ano.`,
  cost_amount_invalid: ({ text }) => `"${text}" não é um valor de 0,01 a 1.000.000 com no máximo duas casas decimais.`,
  cost_currency_unknown: ({ currency }) =>
    `"${currency}" não é uma moeda conhecida. Use um código como USD ou EUR, ou digite antes a cotação dela.`,
  cost_currency_twice: ({ currency, other }) => `A linha tem duas moedas, ${currency} e ${other}.`,
  cost_kind_unknown: ({ text }) => `"${text}" não é um tipo de custo. Os tipos são ads, hosting e other.`,
  cost_source_of_ads: ({ text }) => `Só anúncios têm origem, aqui "${text}".`,
  cost_text_too_long: ({ most }, { count }) => `Um texto tem no máximo ${count(most)} caracteres simples.`,
  cost_line_repeated: ({ first }, { count }) => `A linha é igual à linha ${count(first)}.`,
  tax_country_unknown: ({ code }) => `"${code}" não é um país. Envie as duas letras, como BR.`,
  tax_percent_range: ({ most }) => `Uma alíquota é uma porcentagem de 0 a ${most} com no máximo duas casas decimais.`,
  tax_rate_twice: ({ country, day }, forms) =>
    `${forms.country(country)} já tem uma alíquota a partir de ${day}. Altere essa.`,
  tax_rates_full: ({ most }, { count }) => `Já há ${count(most)} alíquotas. Exclua as que nenhum relatório usa.`,
  tax_months_range: ({ most }) => `Um relatório de impostos tem de 1 a ${most} meses. O primeiro mês vem primeiro.`,
  rate_of_day_exists: ({ currency, day }) => `${currency} já tem uma cotação a partir de ${day}. Altere essa.`,
};
