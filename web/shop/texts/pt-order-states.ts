// The state of an order in Brazilian Portuguese: its payment, its progress and its delivery.

export const units = { Likes: 'curtidas', Views: 'visualizações' } as const;
export const progress = {
  label: 'Andamento',
  stages: ['Recebido', 'Pago', 'Enviado', 'Entregue'],
  done: ': concluído',
  next: ': próximo',
  notYet: ': ainda não',
  incomplete: ': incompleto',
} as const;
export const states = {
  units,
  payments: {
    unpaid: { title: 'Este pedido ainda não foi pago', text: 'Nada foi cobrado. Você pode pagar agora.' },
    confirming: {
      title: 'Confirmando seu pagamento',
      text: 'Leva só um instante. A página se atualiza sozinha: deixe-a aberta ou consulte depois em Meus pedidos.',
    },
    confirmingLong: {
      title: 'Confirmando seu pagamento',
      text: 'Não pague de novo. A confirmação está demorando mais que o normal. A página se atualiza sozinha, e seu pagamento não se perde se você fechá-la.',
    },
    declined: { title: 'Seu cartão foi recusado', text: 'Nada foi cobrado. Você pode tentar com outro cartão.' },
    declinedClosed: {
      title: 'Seu cartão foi recusado',
      text: 'Nada foi cobrado. Este pedido foi encerrado e nada será entregue. Você pode fazer um novo pedido.',
    },
    expired: { title: 'O tempo para pagar acabou', text: 'Nada foi cobrado. Você ainda pode pagar este pedido.' },
    expiredClosed: {
      title: 'Este pedido não foi pago a tempo',
      text: 'Nada foi cobrado. Este pedido foi encerrado e nada será entregue. Você pode fazer um novo pedido.',
    },
    refunded: {
      title: 'Este pedido foi reembolsado',
      text: 'O valor volta para o cartão usado no pagamento. O banco pode levar alguns dias para mostrar o reembolso.',
    },
    disputed: {
      title: 'Este pagamento foi contestado',
      text: 'O banco do cartão pediu o valor de volta, por isso nada mais será entregue. Fale com a gente.',
    },
  },
  titles: {
    paid: 'Pagamento recebido. Obrigado!',
    completed: 'Seu pedido está completo',
    partial: 'Falta uma parte do seu pedido',
    notDelivered: 'Seu pedido não foi entregue',
  },
  deliveries: {
    toSend: 'Agora vamos começar a entregar suas {unit}.',
    sending: 'Suas {unit} estão a caminho de {sent} de {links} publicações. O resto vem em seguida.',
    inProgress: 'Suas {unit} estão a caminho.',
    inProgressCounted: 'Suas {unit} estão a caminho: {delivered} de {ordered} até agora.',
    completed: 'Todas as suas {unit} foram entregues.',
    partial: '{delivered} de {ordered} {unit} foram entregues. Faltam {missing}.',
    partialUncounted: 'Uma parte das suas {unit} não foi entregue.',
    notDelivered: 'Nenhuma das suas {unit} foi entregue.',
  },
  missingOpen: 'Estamos verificando: o que falta será entregue depois ou reembolsado. Você não precisa fazer nada.',
  missingClosed: 'Nada mais será entregue. Fale com a gente se tiver alguma dúvida.',
  partlyRefunded: 'Uma parte do valor foi reembolsada.',
} as const;
