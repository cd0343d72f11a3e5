// Reasons of action items and warnings about providers, in Portuguese (Brazil).
import type { ServerMessages } from '../server-messages.ts';

export const watchMessages: ServerMessages = [
  [
    'The customer paused the sending, by the email about a change.',
    'O cliente pausou o envio pelo email sobre uma alteração.',
  ],
  ['{} of {} links to send', '{} de {} links a enviar'],
  ['{}. Refill refused: "{}"', '{}. Reposição recusada: "{}"'],
  ['{}, {} remaining', '{}, faltam {}'],
  [
    'Waiting jobs: {}. The oldest has been due for {} s. The store restarts the queue automatically. If this does not clear, restart the store.',
    'Tarefas à espera: {}. A mais antiga está atrasada há {} s. A loja reinicia a fila sozinha. Se isto não passar, reinicie a loja.',
  ],
  [
    `The gateway returned the status "{}" for payment {}. This status is unknown. The store checks again. Look up the payment in the gateway's administration.`,
    'O gateway retornou o status "{}" para o pagamento {}. Este status é desconhecido. A loja verifica de novo. Procure o pagamento na administração do gateway.',
  ],
  [
    `The provider returned the status "{}" for link {}. This status is unknown. The store keeps checking. Look up the order in the provider's panel.`,
    'O fornecedor retornou o status "{}" para o link {}. Este status é desconhecido. A loja continua verificando. Procure o pedido no painel do fornecedor.',
  ],
  [
    '{}: service {} for {} costs {} per 1,000. Your price without a discount is {}. Automatic dispatch does not use it.',
    '{}: o serviço {} de {} custa {} por 1.000. Seu preço sem desconto é {}. O envio automático não o usa.',
  ],
  ['No backup was made yet.', 'Nenhum backup foi feito ainda.'],
  ['The replica does not answer.', 'A réplica não responde.'],
  ['No status', 'Sem status'],
  [
    'The status was set to {} by an admin, so the store does not change it. {}',
    'O status foi definido manualmente como {}, por isso a loja não o muda. {}',
  ],
  ['Pending', 'Pendente'],
  ['Paid', 'Pago'],
  ['Processing', 'Em processamento'],
  // Statuses of links in the words of the usual providers. Other words are shown as they are.
  ['In progress', 'Em andamento'],
  ['Completed', 'Concluído'],
  ['Partial', 'Parcial'],
  ['Canceled', 'Cancelado'],
  ['Cancelled', 'Cancelado'],
  ['Refunded', 'Reembolsado'],
  ['Every link ended. Set it to Completed.', 'Todos os links terminaram. Defina como Concluído.'],
  ['The payment went back. Set it to Failed.', 'O pagamento foi devolvido. Defina como Falhou.'],
  [
    'No payment arrived. Check the payment, or set it to Failed.',
    'Nenhum pagamento chegou. Verifique o pagamento ou defina como Falhou.',
  ],
  [
    'Not paid for more than three days, and the gateway has not confirmed that no money comes. Check the payment, or set the order to Failed.',
    'Sem pagamento há mais de três dias, e o gateway não confirmou que nenhum dinheiro vem. Verifique o pagamento ou defina o pedido como Falhou.',
  ],
  [
    'Paid, but an admin set it to Failed. Refund it, or set it to Processing.',
    'Pago, mas definido manualmente como Falhou. Reembolse-o ou defina como Em processamento.',
  ],
  [
    'Without hidden characters, the email of this order is that of another customer. Correct it if they are one person.',
    'Sem os caracteres ocultos, o email deste pedido é o de outro cliente. Corrija-o se for a mesma pessoa.',
  ],
  [
    'Without hidden characters, the email of a message is that of another customer: "{}".',
    'Sem os caracteres ocultos, o email de uma mensagem é o de outro cliente: "{}".',
  ],
  [
    'Without hidden characters, the email of an admin is that of another admin, who signs in with it. Remove one of them.',
    'Sem os caracteres ocultos, o email de um administrador é o de outro, que entra com ele. Remova um dos dois.',
  ],
  ['{} expires {} (UTC).', '{} expira {} (UTC).'],
  ['{} expired {} (UTC).', '{} expirou {} (UTC).'],
  ['on {}', 'em {}'],

  ['The last check failed: {}', 'A última verificação falhou: {}'],
  [
    'The provider failed too often just now; nothing was sent.',
    'O fornecedor falhou vezes demais há pouco; nada foi enviado.',
  ],
  ['The balance is low: {}, below {}.', 'O saldo está baixo: {}, abaixo de {}.'],
  ['Service {} for {} is not in the catalogue any more.', 'O serviço {} de {} não está mais no catálogo.'],
  [
    'Service {} for {} takes {} at least; the smallest share of {} posts is {}.',
    'O serviço {} de {} aceita no mínimo {}; a menor parte de {} posts é {}.',
  ],
  [
    'Service {} for {} takes {} at most; the slider goes up to {}.',
    'O serviço {} de {} aceita no máximo {}; o controle vai até {}.',
  ],
  ['Service {} for {} costs {} per 1,000; {}.', 'O serviço {} de {} custa {} por 1.000; {}.'],
  ['our price is {}', 'nosso preço é {}'],
  ['our price at the highest discount is {}', 'nosso preço com o maior desconto é {}'],
  ['The cost of service {} rose from {} to {} per 1,000.', 'O custo do serviço {} subiu de {} para {} por mil.'],
  ['The cost of service {} fell from {} to {} per 1,000.', 'O custo do serviço {} caiu de {} para {} por mil.'],
  ['The minimum of service {} changed from {} to {}. {}', 'O mínimo do serviço {} mudou de {} para {}. {}'],
  ['The maximum of service {} changed from {} to {}. {}', 'O máximo do serviço {} mudou de {} para {}. {}'],
  ['The minimum of service {} changed from {} to {}.', 'O mínimo do serviço {} mudou de {} para {}.'],
  ['The maximum of service {} changed from {} to {}.', 'O máximo do serviço {} mudou de {} para {}.'],
  ['The refill of service {} changed from {} to {}.', 'A reposição do serviço {} mudou de {} para {}.'],
  ['The cancellation of service {} changed from {} to {}.', 'O cancelamento do serviço {} mudou de {} para {}.'],
  ['not stated', 'não informado'],
  ['yes', 'sim'],
  ['no', 'não'],
  ['Service {} left the catalog.', 'O serviço {} saiu do catálogo.'],
  ['Service {} is in the catalog again.', 'O serviço {} está de novo no catálogo.'],
  [
    'Service {} has a new name: "{}", before "{}". Check that it is still what you sell.',
    'O serviço {} tem um nome novo: "{}", antes "{}". Verifique se ainda é o que você vende.',
  ],
  [
    'Service {} has a new category: "{}", before "{}". Check that it is still what you sell.',
    'O serviço {} tem uma categoria nova: "{}", antes "{}". Verifique se ainda é o que você vende.',
  ],
  ['The provider returned an invalid balance.', 'O fornecedor retornou um saldo inválido.'],
];
