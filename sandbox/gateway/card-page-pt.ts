// The messages of the card page in Brazilian Portuguese, by the English sentence.
import { RETRY } from './cards.ts';

const retry = 'Nada foi cobrado. Confira os dados ou tente outro cartão.';

export const PT_MESSAGES: Readonly<Record<string, string>> = {
  [`Your card was declined. ${RETRY}`]: `Seu cartão foi recusado. ${retry}`,
  [`This card has expired. ${RETRY}`]: `Este cartão está vencido. ${retry}`,
  [`Your bank did not answer in time. ${RETRY}`]: `Seu banco não respondeu a tempo. ${retry}`,
  [`The bank's system had a fault. ${RETRY}`]: `O sistema do banco falhou. ${retry}`,
  [`The payment did not go through. ${RETRY}`]: `O pagamento não foi concluído. ${retry}`,
  'Your bank has not answered yet.': 'Seu banco ainda não respondeu.',
  'Payment approved.': 'Pagamento aprovado.',
  'You have one more try.': 'Resta uma tentativa.',
  'You have {count} more tries.': 'Restam {count} tentativas.',
  'Payment approved. Thank you.': 'Pagamento aprovado. Obrigado.',
  'Your bank has not answered yet. Please do not pay again; the shop will tell you the result.':
    'Seu banco ainda não respondeu. Não pague de novo: a loja vai informar o resultado.',
  'This order is already paid. Nothing more was charged.': 'Este pedido já está pago. Nada mais foi cobrado.',
  'This payment did not succeed and no further try is possible. No money was taken.':
    'O pagamento não foi concluído e não há mais tentativas. Nada foi cobrado.',
  'This payment page has timed out. Nothing was charged on it.': 'Esta página de pagamento expirou. Nada foi cobrado.',
  'This payment session does not exist.': 'Esta sessão de pagamento não existe.',
  'Paying\u2026': 'Pagando\u2026',
  'Check the highlighted fields.': 'Confira os campos destacados.',
  'The connection was lost. Checking your payment\u2026': 'A conexão caiu. Verificando o pagamento\u2026',
  'The connection was lost and no payment was made. Please try again.':
    'A conexão caiu e nada foi pago. Tente novamente.',
  'The payment page cannot be reached. Check your connection, then try again.':
    'A página de pagamento não responde. Verifique a conexão e tente novamente.',
  'Check the card number.': 'Confira o número do cartão.',
  'Enter the date as MM/YY.': 'Informe a data como MM/AA.',
  'Use a test date, for example 01/39.': 'Use uma data de teste, como 01/39.',
  'Enter the 3 or 4 digits.': 'Informe os 3 ou 4 dígitos.',
  'Enter the name on the card.': 'Informe o nome no cartão.',
  'Cancel and go back': 'Cancelar e voltar',
};
