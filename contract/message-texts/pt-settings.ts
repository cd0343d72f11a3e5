// What is wrong with values of the settings, in Portuguese (Brazil).
import type { ClaimName } from '../claim-names.ts';
import { languageNames } from '../language-texts.ts';
import type { launchQuestions as englishQuestions, LaunchStatementId } from '../launch.ts';
import type { RetentionName } from '../retention.ts';
import type { MessageTexts } from '../store-messages.ts';
import type { settingsTexts as english, legalTitles as englishLegal } from './en-settings.ts';
import { offerName } from './pt-words.ts';

export const claimTitles: Record<ClaimName, string> = {
  customers: 'Clientes',
  rating: 'Avaliação',
  deliveryStart: 'Início da entrega',
  deliveryDone: 'Fim da entrega',
  support: 'Suporte',
  guarantee: 'Garantia',
  noPassword: 'Sem senha',
};
export const legalTitles: Record<keyof typeof englishLegal, string> = {
  terms: 'Termos',
  privacy: 'Privacidade',
  refunds: 'Reembolsos',
};
export const retentionTitles: Record<RetentionName, string> = {
  visits: 'Visitas',
  alerts: 'Alertas',
  sessions: 'Acessos encerrados',
  mails: 'Emails',
  messages: 'Mensagens ao suporte',
  orders: 'Emails e links de pedidos',
};
export const launchStatements: Readonly<Record<LaunchStatementId, string>> = {
  genuine: 'O que é entregue é genuíno: a atividade de pessoas reais.',
  claims: 'Toda promessa ligada é verdadeira, e posso mostrar os números por trás dela.',
  texts: 'Termos, privacidade e reembolsos dizem o que esta loja faz, e cumprem a lei onde vendo.',
  allowed: 'Posso vender isto onde vendo, e conheço as regras da plataforma e do meu provedor de pagamentos.',
  money: 'Os pagamentos vão para uma conta minha, e reembolso o que não foi entregue.',
};
export const launchQuestions: Record<keyof typeof englishQuestions, string> = {
  delivery: 'Como a entrega é feita?',
  figures: 'Quais números das páginas são comprovados, e por quê?',
};

export const settingsTexts: Pick<MessageTexts, keyof typeof english> = {
  store_name_missing: 'Digite o nome da loja.',
  store_name_too_long: ({ most }) => `O nome pode ter no máximo ${most} caracteres.`,
  store_name_not_plain: 'O nome deve ser texto simples em uma linha.',
  support_email_invalid: 'O email de suporte deve ser um único endereço.',
  support_email_too_long: ({ most }) => `O email de suporte pode ter no máximo ${most} caracteres.`,
  brand_color_invalid: 'Informe a cor como # e seis dígitos, por exemplo #1f5fe0.',
  brand_color_contrast: ({ contrast, suggestion }) =>
    `Esta cor é clara demais para ler na página: o contraste é de ${String(contrast).replace('.', ',')} para 1, e o mínimo é 4,5 para 1. ${suggestion} serve.`,
  logo_unknown: 'Envie o logotipo novamente.',
  logo_type: 'Escolha uma imagem PNG, JPEG ou WebP.',
  logo_too_big: ({ kilobytes }) => `A imagem pode ter no máximo ${kilobytes} kB.`,
  logo_size: ({ least, most }) => `A imagem deve ter de ${least} a ${most} pixels em cada lado.`,
  time_zone_unlisted: 'Escolha um fuso horário da lista, por exemplo America/Sao_Paulo.',
  time_zone_unknown: 'Este fuso horário não existe no banco de dados. Escolha outro nome do mesmo fuso.',
  digest_hour_range: 'A hora do resumo vai de 0 a 23.',
  admin_language_missing: 'Escolha um idioma do painel.',
  overdue_days_range: ({ least, most }) => `Uma entrega atrasada é reembolsada depois de ${least} a ${most} dias.`,
  guarantee_days_range: ({ most }) => `A garantia vale de 0 a ${most} dias. 0: nenhuma.`,
  retention_days_range: ({ name, least, most }) => `${retentionTitles[name]}: o prazo é de ${least} a ${most} dias.`,
  dollars_range: ({ mostCents }, { usd }) =>
    `Digite um valor de ${usd(0)} a ${usd(mostCents)}, com no máximo duas casas decimais.`,
  fee_range: ({ most }, { count }) =>
    `Digite um número de 0 a ${count(most)}, com no máximo duas casas decimais, ou nada.`,
  whole_number_range: ({ least, most }, { count }) => `Digite um número inteiro de ${count(least)} a ${count(most)}.`,
  decline_limit_range: ({ most }, { count }) =>
    `Um limite de cartões recusados é um número inteiro de 1 a ${count(most)}, ou vazio.`,
  banner_too_long: ({ most }) => `Um aviso pode ter no máximo ${most} caracteres simples.`,
  business_name_too_long: ({ most }) => `O nome da empresa pode ter no máximo ${most} caracteres simples.`,
  business_address_too_long: ({ most }) => `O endereço pode ter no máximo ${most} caracteres simples.`,
  tax_number_too_long: ({ most }) => `O número fiscal pode ter no máximo ${most} caracteres simples.`,

  hours_missing: ({ lang }) => `Digite o horário de atendimento também em ${languageNames[lang].pt}.`,
  too_many_hours_lines: ({ most }) => `O horário de atendimento pode ter no máximo ${most} linhas.`,
  hours_line_too_long: ({ most }) =>
    `Uma linha do horário de atendimento pode ter no máximo ${most} caracteres simples.`,
  hours_line_repeated: 'O horário de atendimento tem a mesma linha duas vezes.',
  claim_text_missing: ({ claim, lang }) =>
    `A promessa “${claimTitles[claim]}” precisa do texto em ${languageNames[lang].pt}, ou deve ser desligada.`,
  claim_too_long: ({ claim, most }) =>
    `A promessa “${claimTitles[claim]}” pode ter no máximo ${most} caracteres simples.`,
  legal_too_long: ({ legal, most }, { count }) => `${legalTitles[legal]} pode ter no máximo ${count(most)} caracteres.`,
  legal_not_plain: ({ legal }) => `${legalTitles[legal]} deve ser texto simples.`,

  base_price_too_low: 'O preço por 1.000 deve ser de pelo menos US$ 0,001, em passos de US$ 0,001.',
  base_price_too_high: 'O preço por 1.000 pode ser de no máximo US$ 1.000,00.',
  smallest_order_free: ({ category }) => `O menor pedido de ${offerName(category)} custaria menos de um centavo.`,
  too_many_discounts: ({ category, most }) => `${offerName(category)} pode ter no máximo ${most} descontos.`,
  discount_start_invalid: ({ category, least, most, step }, { count }) =>
    `Um desconto em ${offerName(category)} começa em uma quantidade à venda: ` +
    `de ${count(least)} a ${count(most)}, em passos de ${step}.`,
  discount_percent_range: ({ category }) =>
    `Um desconto em ${offerName(category)} é um número inteiro de 1 a 99 por cento.`,
  discounts_unordered: ({ category }) => `Os descontos em ${offerName(category)} devem seguir a ordem das quantidades.`,
  discount_not_higher: ({ category }) => `Um desconto em ${offerName(category)} deve ser maior que o anterior.`,
  offers_unlisted: 'A loja não tem esta oferta, ou ela aparece duas vezes.',
  offer_id_invalid: 'O ID de uma oferta são palavras de a a z e 0 a 9 com um hífen entre elas, como tiktok-likes.',
  offer_kind_unknown: 'Esta ação não é vendida nesta plataforma.',
  offer_margin_elsewhere:
    'A regra de margem das curtidas e visualizações do Instagram está em `margins`; outra oferta tem a sua.',
  offer_kind_fixed: 'A plataforma e a ação de uma oferta não podem ser alteradas. Adicione outra oferta.',
  offers_too_many: ({ most }) => `Uma loja tem no máximo ${most} ofertas.`,
  offer_not_attested: ({ category }) =>
    `Confirme que você pode vender ${offerName(category)} segundo as regras da plataforma antes de ligar a oferta.`,
  offer_field_of_admins: 'A confirmação e a regra de margem de uma oferta precisam de um admin.',
  offers_contradict: 'As ofertas e as configurações por categoria têm valores diferentes aqui. Envie só um deles.',
  offer_name_invalid: ({ category, most }) =>
    `O nome de ${offerName(category)} tem de 1 a ${most} caracteres simples em cada idioma.`,
  offer_text_invalid: ({ category, most }) =>
    `A descrição de ${offerName(category)} pode ter no máximo ${most} caracteres simples.`,
  offer_minimum_not_below_maximum: ({ category }) =>
    `A menor quantidade de ${offerName(category)} deve ficar abaixo da maior.`,
  offer_maximum_off_step: ({ category, least, step }, { count }) =>
    `A maior quantidade de ${offerName(category)} deve ser ${count(least)} mais um número inteiro de passos de ${count(step)}.`,
  offer_minimum_below_service: ({ category, least, posts, smallest, min }, { count }) =>
    `A menor quantidade de ${offerName(category)} é pequena demais para o serviço: ${posts} links recebem ` +
    `${count(smallest)} cada, e ele aceita no mínimo ${count(min)}. Digite ${count(least)} ou mais.`,
  offer_default_invalid: ({ category, least, most, step }, { count }) =>
    `A quantidade inicial de ${offerName(category)} deve estar à venda: ` +
    `de ${count(least)} a ${count(most)}, em passos de ${count(step)}.`,
  offer_packages_count: ({ category, most }) => `${offerName(category)}: são de 1 a ${most} pacotes.`,
  offer_package_invalid: ({ category, least, most, step }, { count }) =>
    `Cada pacote de ${offerName(category)} deve estar à venda: ` +
    `de ${count(least)} a ${count(most)}, em passos de ${count(step)}.`,
  offer_packages_unordered: ({ category }) =>
    `Os pacotes de ${offerName(category)} devem seguir a ordem das quantidades, cada um uma vez.`,
  price_cut_limit: ({ category, cutPercent, mostPercent }) =>
    `Isto reduz o preço de ${offerName(category)} em ${cutPercent} %. O limite é ${mostPercent} % em 24 horas. ` +
    'Um dono pode mudá-lo em Configurações, Limites.',
  price_below_floor: ({ category, provider, serviceId, costCents, floor, leastCents }, { usd }) =>
    `O serviço ${serviceId} de ${provider} custa ${usd(costCents)} por 1.000. Com estes preços, de alguns pedidos de ${offerName(category)} ` +
    `resta menos de ${floor}% depois deste custo e da taxa do gateway. ` +
    `O menor preço permitido é ${usd(leastCents)} por 1.000.`,
  price_floor_unreachable: ({ category, floor }) =>
    `Nenhum preço deixa ${floor}% de um pedido de ${offerName(category)} depois da taxa do gateway. Diminua o piso.`,
  margin_unreachable: ({ category, share }) =>
    `Nenhum preço de ${offerName(category)} deixa ${share}% depois da taxa do gateway. Diminua a meta.`,
  margin_target_below_floor: 'A meta não pode ser menor que o piso.',
  proposal_changed: 'O preço proposto mudou. Confira.',
  price_return_at_loss: ({ loss }, { text }) => `Estes preços ficam abaixo do custo de um fornecedor. ${text(loss)}`,

  too_many_texts: ({ lang, most }, { count }) =>
    `Seus textos em ${languageNames[lang].pt} podem ser no máximo ${count(most)}.`,
  texts_too_long: ({ lang, most }, { count }) =>
    `Seus textos em ${languageNames[lang].pt} podem ter no máximo ${count(most)} caracteres ao todo.`,
  text_unknown: ({ key }) => `A loja não tem o texto “${key}”.`,
  text_invalid: ({ key, lang, problem }, { text }) => `O texto “${key}” em ${languageNames[lang].pt} ${text(problem)}.`,
  text_part_too_long: ({ most }, { count }) => `pode ter no máximo ${count(most)} caracteres`,
  text_part_not_plain: 'deve ser texto simples em uma linha',
  text_part_lacks: ({ name }) => `deve conter {${name}}`,
  text_part_has: ({ name }) => `não pode conter {${name}}, que não tem valor aqui`,
  transfer_text_length: ({ lang, least, most }, { count }) =>
    `As instruções em ${languageNames[lang].pt} devem ter de ${least} a ${count(most)} caracteres.`,
  transfer_placeholder_unknown: ({ lang, name }) =>
    `As instruções em ${languageNames[lang].pt} contêm {{${name}}}, que não tem valor. Os campos são {{amount}}, {{reference}} e {{expires}}.`,

  settings_version_unknown: 'As configurações não têm essa versão.',
  sandbox_open: 'Uma loja em modo sandbox está sempre aberta: nenhum dinheiro se move.',
  statement_missing: ({ statement }) => `Falta uma declaração: ${launchStatements[statement]}`,
  answer_missing: ({ question }) => `Falta uma resposta: ${launchQuestions[question]}`,
  launch_checks_open: ({ checks }, { text }) =>
    `A loja ainda não pode abrir. Falta fazer: ${checks.map(text).join(' ')}`,
  check_support_email: 'Digite um email de suporte seu.',
  check_email_unreachable: 'Digite um email de suporte seu. Endereços que terminam em .example não recebem email.',
  check_gateway:
    'Ative uma forma de pagamento em Configurações, Formas de pagamento. As chaves são digitadas lá ou definidas no ambiente.',
  check_provider: 'Digite o endereço do fornecedor, a chave e os dois IDs de serviço.',
  check_catalog: 'Importe o catálogo do fornecedor na aba API. Até lá, os limites dos serviços são desconhecidos.',
  check_services_fit: 'Os serviços aceitam toda quantidade à venda, também dividida em cinco links.',
  check_services: ({ problems }, { text }) =>
    `Alguns pedidos são recusados pelo fornecedor. ${problems.map(text).join(' ')}`,
  check_claims: 'Confirme as promessas verdadeiras, ou desligue-as: as outras não aparecem.',
  check_business: 'Preencha os dados da empresa para os recibos.',
  check_legal: 'Escreva seus próprios termos, privacidade e reembolsos.',
  check_mail: 'Configure um servidor de email para enviar emails.',
  check_mail_test: 'O último email de teste não foi enviado. Corrija o servidor de email e envie outro teste.',
  check_node: ({ version, day }) =>
    `O Node ${version} não recebe atualizações de segurança desde ${day}. Instale um mais novo (docs/install.md).`,
  check_first_password:
    'Troque a senha do primeiro administrador: ADMIN_PASSWORD está entre as primeiras que outros tentam.',
};
