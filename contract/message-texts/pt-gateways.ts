// Declined cards, refunds, and failures of the payment gateways, in Portuguese (Brazil).
import type { MessageTexts } from '../store-messages.ts';
import { type gatewayTexts as english, gatewayName } from './en-gateways.ts';

export const gatewayTexts: Pick<MessageTexts, keyof typeof english> = {
  decline_no_funds: 'O cartão não tem saldo suficiente.',
  decline_expired: 'O cartão expirou.',
  decline_without_reason: 'O banco do comprador recusou o cartão sem informar o motivo.',
  decline_no_answer: 'O banco do comprador não respondeu a tempo.',
  decline_bank_fault: 'O sistema do banco teve uma falha.',
  decline_wrong_code: 'O código de segurança do cartão está errado.',
  decline_wrong_address: 'O endereço de cobrança não corresponde ao cartão.',
  decline_wrong_address_and_code: 'O endereço de cobrança e o código de segurança não correspondem ao cartão.',
  decline_authentication: 'O comprador não passou na verificação de identidade do cartão (3-D Secure).',
  decline_call_bank: 'O comprador precisa ligar antes para o banco.',
  decline_blocked: 'Uma regra de risco do gateway bloqueou o pagamento.',
  decline_not_allowed: 'O cartão não permite este tipo de pagamento.',
  decline_unusable: 'O banco informa que o cartão foi perdido, roubado ou não pode ser usado.',
  decline_wrong_number: 'O número do cartão está errado.',
  decline_above_limit: 'O pagamento passa do limite do cartão.',
  decline_gateway_fault: 'O gateway não conseguiu processar o pagamento.',
  decline_refused: 'O banco recusou o pagamento sem informar o motivo.',
  decline_wrong_pin: 'A senha do cartão está errada.',
  decline_canceled: 'O comprador cancelou o pagamento.',
  decline_too_many_tries: 'O comprador tentou vezes demais.',
  decline_wrong_expiry: 'A validade do cartão está errada.',
  decline_currency: 'O cartão não aceita a moeda.',

  refund_unreached: 'O gateway está inacessível. A loja continua tentando.',
  gateway_session_refused: ({ result }) => `O gateway não abriu uma sessão: resultado ${result}.`,
  refund_answer_lost: 'A resposta do gateway se perdeu. A loja verifica o reembolso de novo.',
  refund_not_made: 'O gateway não fez o reembolso.',
  refund_of_disputed: 'O pagamento foi contestado antes do envio.',
  refund_refused_there: ({ answer }, { text }) => `O gateway recusou. ${text(answer)}`,

  gateway_silent: ({ codes }) => `O gateway não respondeu (${codes}).`,
  gateway_answered: ({ answer }) => `O gateway respondeu ${answer}.`,
  gateway_credentials_wrong: 'O gateway respondeu 401: o ID do comerciante ou a senha da API está errado.',
  gateway_order_missing: 'O gateway respondeu sem um pedido.',
  gateway_refund_missing: 'O gateway respondeu sem um reembolso.',
  gateway_removed: ({ gateway }) => `O gateway ${gateway} não está mais configurado.`,
  gateway_down: ({ gateway }) =>
    `${gatewayName(gateway)} não responde. Enquanto outra forma de cartão responder, novos pagamentos usam essa outra.`,

  gateway_keys_missing: 'Digite primeiro as chaves deste gateway.',
  gateway_keys_unreadable: 'As chaves salvas não podem mais ser lidas. Digite-as de novo.',
  gateway_keys_untested: 'Teste as chaves primeiro: uma forma de pagamento é ativada depois de um teste bem-sucedido.',
  gateway_keys_failed: ({ problem }, { text }) =>
    `O teste destas chaves falhou, por isso elas não foram salvas. ${text(problem)}`,
  gateway_keys_changed: 'Outro proprietário alterou esta forma de pagamento. Nada foi salvo. Confira de novo.',
  gateway_payments_watched: ({ payments }, { count }) =>
    `A loja ainda acompanha ${count(payments)} ${payments === 1 ? 'pagamento' : 'pagamentos'} deste gateway e precisa das chaves da conta. Desative a forma de pagamento. Cerca de três dias depois da abertura do último formulário, a conta pode ser trocada e as chaves podem ser removidas.`,
  gateway_key_missing: 'Digite esta chave.',
  gateway_key_form: 'Uma chave não tem espaços nem letras especiais.',
  stripe_webhook_secret_form: 'O segredo de assinatura do endpoint começa com whsec_. Dois são separados por vírgula.',
  gateway_key_test_needed: ({ heads }) =>
    `Esta é uma loja de testes: digite uma chave de teste, que começa com ${heads}.`,
  gateway_key_live_needed: ({ heads }) =>
    `Esta é uma loja de verdade: digite uma chave de produção, que começa com ${heads}.`,
  mpgs_live_in_sandbox: 'Esta é uma loja de testes: digite um lojista de teste, cujo ID começa com TEST.',
  mpgs_test_in_live:
    'Esta é uma loja de verdade: digite o lojista e o endereço para pagamentos reais, não os de teste.',
  limits_reversed: 'O máximo não pode ser menor que o mínimo.',
  limit_decimals: 'Digite um valor com no máximo duas casas decimais.',
  country_unknown: 'Um dos países é desconhecido.',

  stripe_answered: ({ answer }) => `O Stripe respondeu ${answer}.`,
  stripe_key_wrong: 'O Stripe respondeu 401: a chave secreta está errada.',
  stripe_failed: 'Não foi possível entender o Stripe.',
  stripe_unreadable: 'O Stripe não deu uma resposta que possa ser lida.',
  stripe_shape_unknown: 'O Stripe respondeu em um formato desconhecido.',
  stripe_list_too_long: 'O Stripe tem uma lista longa demais.',
  stripe_payment_missing: 'O Stripe não tem um pagamento para este pedido.',
  stripe_payouts_right:
    'A chave do Stripe não pode ler repasses. Dê a ela acesso de leitura a Payouts, Balance e Balance Transaction Sources.',
};
