// Sends, links at providers, and the providers themselves, in Portuguese (Brazil).
import type { MessageTexts } from '../store-messages.ts';
import type { deliveryTexts as english, ProposedPrice } from './en-delivery.ts';
import { sentence, type TextForms } from './forms.ts';
import { offerName } from './pt-words.ts';

export const deliveryTexts: Pick<MessageTexts, keyof typeof english> = {
  status_pending: 'Pendente',
  status_paid: 'Pago',
  status_processing: 'Em processamento',
  status_in_progress: 'Em andamento',
  status_completed: 'Concluído',
  status_partial: 'Parcial',
  status_canceled: 'Cancelado',
  status_cancelled: 'Cancelado',
  status_refunded: 'Reembolsado',

  send_never_began: 'A loja foi pausada antes que o link pudesse ser enviado. Nada foi enviado.',
  send_interrupted: 'A loja parou enquanto este link era enviado.',
  send_order_ended: 'O pedido foi excluído ou reembolsado antes que este link pudesse ser enviado.',
  send_order_set: ({ status }) =>
    `Um administrador definiu o pedido como ${orderStatuses[status] ?? status} antes do envio deste link.`,
  send_not_placed: 'Registrado como não feito.',
  order_id_taken: ({ id }) => `O fornecedor deu o ID de pedido ${id}, que pertence a outro link aqui.`,
  order_id_unverified: 'O fornecedor não conseguiu verificar este ID de pedido.',
  answer_late: 'A resposta chegou tarde.',
  earlier_send_possible:
    'O fornecedor tem um pedido ativo para este post. Uma solicitação anterior pode ter sido aceita.',
  placed_late: ({ providerOrder }) =>
    `O fornecedor respondeu tarde com o pedido ${providerOrder} para um link já resolvido.`,
  placed_late_of_order: ({ found, orderId }, { text }) => `${text(found)} Verifique o pedido ${orderId}.`,
  provider_answers: ({ answers }, { text }) => answers.map(text).join(' '),
  provider_named: ({ provider, words }, { text }) => `${provider}: ${text(words)}`,
  cancel_unconfirmed: 'O fornecedor não confirmou o cancelamento.',
  request_interrupted: 'A loja parou durante a solicitação ao fornecedor.',
  refill_without_id: 'O fornecedor aceitou e não deu um ID para acompanhar.',

  link_refused: ({ orderId, answer }, { text }) =>
    `O fornecedor recusou um link do pedido ${orderId}: "${text(answer)}".`,
  send_answer_lost: ({ orderId }) =>
    `A resposta do fornecedor para um link do pedido ${orderId} se perdeu. Procure o link no painel do fornecedor e registre o resultado.`,
  send_answer_unclear: ({ orderId, answer }, { text }) =>
    `Um link do pedido ${orderId}: ${sentence(text(answer))} O resultado é desconhecido. Procure o link no painel do fornecedor e registre o resultado.`,
  link_status_returned: ({ orderId, answer }) => `O fornecedor retornou "${answer}" para um link do pedido ${orderId}.`,
  refill_not_done: ({ orderId, answer }) => `O fornecedor não fez a reposição do pedido ${orderId}: "${answer}".`,
  provider_takes_no_orders: ({ provider, answer, next }, { text }) =>
    `O fornecedor${provider === null ? '' : ` ${provider}`} não aceita pedidos: "${text(answer)}". ${text(next)}`,
  paid_links_wait: 'Links pagos esperam.',
  links_go_to: ({ provider }) => `Os links vão para ${provider}.`,

  provider_unreachable: ({ cause }) => `O fornecedor está inacessível (${cause}).`,
  provider_answer_lost: ({ cause }) => `A resposta do fornecedor se perdeu (${cause}).`,
  provider_answer_too_large: ({ httpStatus }) =>
    `A resposta do fornecedor (${httpStatus}) é grande demais para ser lida.`,
  provider_answered: ({ httpStatus, answer }) => `O fornecedor respondeu ${httpStatus}: ${answer}`.trim(),
  provider_gave_order_id: ({ id, answer }, { text }) =>
    `O fornecedor retornou o ID de pedido ${id}, por isso o pedido pode ter sido feito. ${text(answer)}`,
  provider_error_beside: ({ error }) => `O fornecedor também retornou um erro: ${error}`,
  provider_answer_unknown: 'O fornecedor respondeu em um formato desconhecido.',
  provider_failed_often: 'O fornecedor falhou vezes demais há pouco; nada foi enviado.',
  provider_removed: 'O fornecedor deste link não está mais configurado.',
  provider_balance_invalid: 'O fornecedor retornou um saldo inválido.',
  provider_kind_unknown: ({ kind }) =>
    `Esta versão da loja não conhece o tipo de fornecedor "${kind}": atualize a loja ou desligue este fornecedor.`,
  provider_balance_ambiguous: ({ balance }) =>
    `O fornecedor retornou o saldo "${balance}", que pode ser dois valores. A loja não consegue lê-lo.`,
  provider_silent: 'O fornecedor não responde.',
  provider_silent_retried: 'O fornecedor não responde. A loja tenta de novo regularmente e segura os links até lá.',
  provider_failing_retried: ({ answer }, { text }) =>
    `${sentence(text(answer))} A loja tenta de novo regularmente e segura os links até o fornecedor funcionar.`,
  provider_lacks_services: ({ services }, { text }) => `O fornecedor não oferece ${services.map(text).join(' e ')}.`,
  service_of_category: ({ serviceId, category }) => `o serviço ${serviceId} de ${offerName(category)}`,

  provider_check_problem: ({ problem }, { text }) => `A última verificação falhou: ${text(problem)}`,
  provider_rate_missing: ({ currency }) =>
    `Os preços dele estão em ${currency}. Sem uma cotação de ${currency} não são comparados com os preços de venda.`,
  provider_balance_low: ({ balance, currency, least }) =>
    `O saldo está baixo: ${balance} ${currency}, abaixo de ${least}.`,
  service_missing: ({ serviceId, category }) =>
    `O serviço ${serviceId} de ${offerName(category)} não está mais no catálogo.`,
  service_minimum: ({ serviceId, category, min, posts, smallest }, { count }) =>
    `O serviço ${serviceId} de ${offerName(category)} aceita no mínimo ${count(min)}; ` +
    `a menor parte de ${posts} links é ${count(smallest)}.`,
  service_maximum: ({ serviceId, category, max, most }, { count }) =>
    `O serviço ${serviceId} de ${offerName(category)} aceita no máximo ${count(max)}; ` +
    `o controle vai até ${count(most)}.`,
  service_above_price: ({ serviceId, category, costCents, priceCents }, { usd }) =>
    `O serviço ${serviceId} de ${offerName(category)} custa ${usd(costCents)} por 1.000; ` +
    `nosso preço é ${usd(priceCents)}.`,
  service_above_lowest_price: ({ serviceId, category, costCents, priceCents }, { usd }) =>
    `O serviço ${serviceId} de ${offerName(category)} custa ${usd(costCents)} por 1.000; ` +
    `nosso preço com o maior desconto é ${usd(priceCents)}.`,
  service_type_refused: ({ serviceId, category, type }) =>
    `O serviço ${serviceId} de ${offerName(category)} é do tipo "${type}". A loja envia um link e uma quantidade: escolha um serviço do tipo "Default".`,
  service_without_cost: ({ serviceId, category }) =>
    `O serviço ${serviceId} de ${offerName(category)} custa 0 no catálogo. Escolha um serviço com custo.`,
  service_currency_refused: ({ serviceId, category, currency }) =>
    `O serviço ${serviceId} de ${offerName(category)} tem o preço em ${currency}. Informe antes uma cotação de ${currency} em Finanças.`,
  catalog_service_type: ({ type }) => `O tipo dele é "${type}". A loja envia só um link e uma quantidade.`,
  catalog_service_free: 'Ele custa 0 no catálogo.',
  catalog_service_currency: ({ currency }) =>
    `O custo dele é em ${currency}. Informe antes uma cotação de ${currency} em Finanças.`,
  catalog_service_gone: 'O fornecedor o removeu do catálogo.',
  catalog_service_range: ({ min, max }) => `O mínimo dele, ${min}, é maior que o máximo, ${max}.`,
  service_held: ({ serviceId, category, before, after }) =>
    `O serviço ${serviceId} de ${offerName(category)} agora é "${after}", antes "${before}". ` +
    'Nada é enviado por ele até você confirmar ou escolher outro serviço.',
  service_held_of_links: ({ serviceId, category, before, after }) =>
    `O serviço ${serviceId}, usado antes para ${offerName(category)}, agora é "${after}", antes "${before}". ` +
    'Nenhuma reposição dos links dele é pedida até você confirmar.',
  service_unused: ({ provider, serviceId, category, costCents, priceCents }, { usd }) =>
    `${provider}: o serviço ${serviceId} de ${offerName(category)} custa ${usd(costCents)} por 1.000. ` +
    `Seu preço sem desconto é ${usd(priceCents)}. O envio automático não o usa.`,

  service_below_floor: ({ provider, serviceId, category, costCents, priceCents, floor }, { usd }) =>
    `${provider}: o serviço ${serviceId} de ${offerName(category)} custa ${usd(costCents)} por 1.000. Com seu preço de ` +
    `${usd(priceCents)}, de alguns pedidos resta menos de ${floor}%. O envio automático não o usa.`,
  price_proposed: (of, { usd }) =>
    `${proposedPrice(of, usd)} Isto deixa pelo menos ${of.target}% depois do custo e da taxa.`,
  price_proposed_step: (of, { usd }) =>
    `${proposedPrice(of, usd)} Este é um passo de no máximo ${of.step}% rumo à meta de ${of.target}%.`,
  price_proposed_beyond: (of, { usd }) =>
    `${proposedPrice(of, usd)} Com o preço atual, de alguns pedidos resta menos de ${of.floor}%. A mudança passa de ` +
    `${of.step}% por dia.`,
  price_rises_daily: (of, { usd }) =>
    `${proposedPrice(of, usd)} Com o preço atual, de alguns pedidos resta menos de ${of.floor}%. A regra aumenta o preço em ` +
    `no máximo ${of.step}% por dia. Até lá o envio automático não usa o serviço. Você pode aplicar a mudança inteira agora.`,

  service_price_up: ({ serviceId, before, after, currency }) =>
    `O custo do serviço ${serviceId} subiu de ${decimal(before)} para ${decimal(after)} ${currency} por mil.`,
  service_price_down: ({ serviceId, before, after, currency }) =>
    `O custo do serviço ${serviceId} caiu de ${decimal(before)} para ${decimal(after)} ${currency} por mil.`,
  service_gone: ({ serviceId }) => `O serviço ${serviceId} saiu do catálogo.`,
  service_returned: ({ serviceId }) => `O serviço ${serviceId} está de novo no catálogo.`,
  service_renamed: ({ serviceId, before, after }) =>
    `O serviço ${serviceId} tem um nome novo: "${after}", antes "${before}". Verifique se ainda é o que você vende.`,
  service_recategorized: ({ serviceId, before, after }) =>
    `O serviço ${serviceId} tem uma categoria nova: "${after}", antes "${before}". Verifique se ainda é o que você vende.`,
  service_retyped: ({ serviceId, before, after }) =>
    `O serviço ${serviceId} tem um tipo novo: "${after}", antes "${before}". Verifique se ainda é o que você vende.`,
  service_min: ({ serviceId, before, after }) =>
    `O mínimo do serviço ${serviceId} mudou de ${termText(before)} para ${termText(after)}.`,
  service_max: ({ serviceId, before, after }) =>
    `O máximo do serviço ${serviceId} mudou de ${termText(before)} para ${termText(after)}.`,
  service_refill: ({ serviceId, before, after }) =>
    `A reposição do serviço ${serviceId} mudou de ${termText(before)} para ${termText(after)}.`,
  service_cancel: ({ serviceId, before, after }) =>
    `O cancelamento do serviço ${serviceId} mudou de ${termText(before)} para ${termText(after)}.`,

  service_effect: ({ parts }, { text }) => parts.map(text).join(' '),
  effect_links_keep_cost: (of, forms) =>
    of.links === 1
      ? '1 link está em entrega e mantém seu custo.'
      : `${linksText(of, forms)} estão em entrega e mantêm seu custo.`,
  effect_links_in_delivery: (of, forms) =>
    of.links === 1 ? '1 link está em entrega por ele.' : `${linksText(of, forms)} estão em entrega por ele.`,
  effect_wait_cost: (of, forms) =>
    `${linksText(of, forms)} ${of.links === 1 ? 'aguarda e vai' : 'aguardam e vão'} custar ${decimal(of.cost)} ${of.currency} por mil.`,
  effect_new_cost: ({ cost, currency }) => `Links novos vão custar ${decimal(cost)} ${currency} por mil.`,
  effect_cost_unknown: 'Ele custa 0 no catálogo: o custo de links novos é desconhecido.',
  effect_wait: (of, forms) => `${linksText(of, forms)} ${of.links === 1 ? 'aguarda' : 'aguardam'}.`,
  effect_other_provider: ({ provider }) => `Links novos vão para ${provider}.`,
  effect_held: 'Nada é enviado por ele até você confirmar.',
  effect_held_type: ({ type }) => `Nada é enviado por ele: a loja não vende serviços do tipo "${type}".`,
  effect_held_free: 'Nada é enviado por ele: ele custa 0 no catálogo.',
  effect_held_currency: ({ currency }) =>
    `Nada é enviado por ele: o custo dele é em ${currency}, sem cotação em Finanças.`,
  effect_gone: 'O fornecedor recusa links novos para ele.',
  effect_unused: 'O envio automático não o usa agora.',
  effect_returned: 'Links são enviados por ele de novo.',
  effect_as_before: 'Links são enviados por ele como antes.',
  effect_refused_below: ({ units }, { count }) => `Ele vai recusar links com menos de ${count(units)} unidades.`,
  effect_refused_above: ({ units }, { count }) => `Ele vai recusar links com mais de ${count(units)} unidades.`,
  effect_refill: 'Os links dele podem ser repostos.',
  effect_no_refill: 'Os links dele não podem mais ser repostos.',
  effect_cancel: 'Os links dele podem ser cancelados.',
  effect_no_cancel: 'Os links dele não podem mais ser cancelados.',

  provider_off: ({ provider }) => `${provider} não recebe links novos.`,
  provider_unsupported: ({ provider }) => `${provider} é de um tipo que esta versão não aceita.`,
  provider_incomplete: ({ provider }) => `${provider} está sem endereço ou sem chave.`,
  provider_refuses_key: ({ provider }) => `${provider} recusa a chave.`,
  provider_unresponsive: ({ provider }) => `${provider} não responde.`,
  provider_without_service: ({ provider }) => `${provider} não oferece mais o serviço.`,
  provider_service_held: ({ provider }) => `O serviço de ${provider} mudou e não foi confirmado.`,
  provider_above_price: ({ provider }) => `${provider} custa demais para o preço de venda.`,
  provider_empty: ({ provider }) => `${provider} está sem saldo.`,
};

const orderStatuses: Readonly<Record<string, string>> = { completed: 'Concluído', failed: 'Falhou' };

function proposedPrice(
  { category, provider, serviceId, costCents, fromCents, toCents }: ProposedPrice,
  usd: TextForms['usd'],
): string {
  return (
    `Mude o preço de ${offerName(category)} de ${usd(fromCents)} para ${usd(toCents)} por 1.000. ` +
    `O serviço ${serviceId} de ${provider} custa ${usd(costCents)} por 1.000.`
  );
}

function decimal(amount: string | null): string {
  return (amount ?? '').replace('.', ',');
}

function linksText({ links, more = false }: { links: number; more?: boolean }, { count }: TextForms): string {
  return `${count(links)}${more ? '+' : ''} ${links === 1 ? 'link' : 'links'}`;
}

function termText(value: string | null): string {
  if (value === null) return 'não informado';
  return value === 'true' ? 'sim' : value === 'false' ? 'não' : value;
}
