// The page of a customer, and the export and erasure of personal data, in Portuguese (Brazil).
import type { Texts } from '../texts.ts';

export const customerPage: Texts['customerPage'] = {
  failed: 'Não foi possível carregar o cliente',
  notFound: 'Cliente não encontrado',
  notFoundHelp: (email) => `A loja não tem pedidos nem mensagens de ${email}.`,
  allCustomers: 'Todos os clientes',
  theEmail: 'o email',
  spent: 'Gasto',
  spentHelp: 'Pago, menos reembolsos',
  refunded: 'Reembolsado',
  refundedHelp: 'Em todos os pedidos',
  orders: 'Pedidos',
  ordersHelp: 'Sem os excluídos',
  countedOrders: (count) => `Pedidos (${count})`,
  ordersFailed: 'Não foi possível carregar os pedidos',
  noOrders: 'Nenhum pedido.',
  last: 'Último pedido',
  never: 'Nenhum',
  noMessages: 'Nenhuma mensagem ao suporte.',
  tags: 'Etiquetas',
  noTags: 'Nenhuma etiqueta.',
  newTag: 'Nova etiqueta',
  addTag: 'Adicionar',
  removeTag: (tag) => `Remover a etiqueta ${tag}`,
  notes: 'Observações',
  noteHelp: 'Só para administradores; fica com o cliente.',
  noNotes: 'Nenhuma observação.',
  personalData: 'Dados pessoais',
  personalDataHelp: 'Antes, confirme que o pedido vem do dono do endereço.',
};

export const personalData: Texts['personalData'] = {
  export: 'Exportar',
  exported: 'Exportação baixada',
  exportedHelp: 'O arquivo contém dados pessoais. Guarde-o em segurança.',
  nothing: 'Nada encontrado',
  nothingHelp: (email) => `Nenhum dado sobre ${email}.`,
  erase: 'Apagar',
  eraseDots: 'Apagar…',
  eraseTitle: 'Apagar esta pessoa?',
  eraseHelp: (email) => `Todos os dados pessoais de ${email} são removidos da loja. Isso não pode ser desfeito.`,
  goes: 'O que será apagado',
  goesHelp:
    'O endereço e os links dos pedidos, observações e etiquetas, emails, mensagens ao suporte, e o que alertas e o registro de auditoria guardam sobre a pessoa.',
  stays: 'O que fica, para a contabilidade',
  staysHelp:
    'IDs, valores, datas, estados e quantidades de pedidos, pagamentos e entregas, e os motivos que administradores deram para reembolsos e pagamentos manuais, com um endereço inventado.',
  elsewhere: 'O gateway do cartão, o fornecedor, o servidor de email e seus backups mantêm os próprios registros.',
  erased: 'Apagado',
  erasedHelp: (email) => `Os dados pessoais de ${email} foram apagados.`,
};
