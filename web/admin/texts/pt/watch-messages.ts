// Reasons of action items and warnings about providers, in Portuguese (Brazil).
import type { ServerMessages } from '../server-messages.ts';

export const watchMessages: ServerMessages = [
  ['{} of {} links to send', '{} de {} links a enviar'],
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
  ['The monitor returned HTTP {}.', 'O serviço de monitoramento retornou HTTP {}.'],
  ['The monitor did not respond: {}.', 'O serviço de monitoramento não respondeu: {}.'],
  ['Enter the ping URL.', 'Informe a URL do sinal.'],
  ['The URL cannot be read: SECRETS_KEY is another one now.', 'A URL não pode ser lida: SECRETS_KEY agora é outra.'],
  ['No backup was made yet.', 'Nenhum backup foi feito ainda.'],
  ['The replica does not answer.', 'A réplica não responde.'],
  ['No status', 'Sem status'],
  [
    'The status was set to {} by hand, so the store does not change it. {}',
    'O status foi definido manualmente como {}, por isso a loja não o muda. {}',
  ],
  ['Pending', 'Pendente'],
  ['Paid', 'Pago'],
  ['Processing', 'Em processamento'],
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
    'Paid, but set to Failed by hand. Refund it, or set it to Processing.',
    'Pago, mas definido manualmente como Falhou. Reembolse-o ou defina como Em processamento.',
  ],
  ['{} expires {} (UTC).', '{} expira {} (UTC).'],
  ['{} expired {} (UTC).', '{} expirou {} (UTC).'],
  ['on {}', 'em {}'],

  ['The payment of order {} does not match the order. {}', 'O pagamento do pedido {} não corresponde ao pedido. {}'],
  ['Order {} was paid after it was {}.', 'O pedido {} foi pago depois de {}.'],
  ['deleted', 'excluído'],
  ['given up', 'abandonado'],
  [
    'The dispute about order {} ended for the store: its money is here again.',
    'A contestação do pedido {} terminou a favor da loja: o dinheiro voltou.',
  ],
  ['The provider refused a link of order {}: "{}".', 'O fornecedor recusou um link do pedido {}: "{}".'],
  ['{} takes no orders: "{}". {}', '{} não aceita pedidos: "{}". {}'],
  ['The provider', 'O fornecedor'],
  ['Paid links wait.', 'Links pagos esperam.'],
  [
    "The provider's answer for a link of order {} was lost. Settle it by hand.",
    'A resposta do fornecedor para um link do pedido {} se perdeu. Resolva manualmente.',
  ],
  ['The provider did not do a refill for order {}: "{}".', 'O fornecedor não fez a reposição do pedido {}: "{}".'],
  ['The provider returned "{}" for a link of order {}.', 'O fornecedor retornou "{}" para um link do pedido {}.'],
  ['A refund of order {} failed.', 'Um reembolso do pedido {} falhou.'],
  ['A refund of order {} failed. {}', 'Um reembolso do pedido {} falhou. {}'],
  [
    'The provider does not respond. The store retries regularly and holds links until it does.',
    'O fornecedor não responde. A loja tenta de novo regularmente e segura os links até lá.',
  ],
  ["The provider's answer was lost ({}).", 'A resposta do fornecedor se perdeu ({}).'],
  ['no answer in time', 'sem resposta a tempo'],
  ['A sign-in failed.', 'Um acesso falhou.'],
  ['More sign-ins failed, from many networks.', 'Mais acessos falharam, de muitas redes.'],
  ['More sign-ins failed from this network.', 'Mais acessos falharam nesta rede.'],
  ['{} signed in from a new place.', '{} entrou de um lugar novo.'],
  ['Signing in is locked for 15 minutes after {} failures.', 'O acesso está bloqueado por 15 minutos após {} falhas.'],

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
