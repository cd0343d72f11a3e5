// Payments by transfer, in Portuguese (Brazil).
import type { MessageTexts } from '../store-messages.ts';
import type { transferTexts as english } from './en-transfers.ts';

export const transferTexts: Pick<MessageTexts, keyof typeof english> = {
  transfer_line_decided: 'Esta linha já foi decidida. Leia o arquivo de novo.',
  transfer_not_chosen:
    'O comprador deste pedido nunca escolheu uma transferência. Marque o pedido como pago na página dele.',
  transfer_of_paid_order:
    'Este pedido está pago, e a transferência tem outro valor. Devolva-a e deixe a linha com uma nota.',
  transfer_of_deleted_order: 'Este pedido foi excluído. Devolva a transferência e deixe a linha com uma nota.',
  transfer_expiry_range: ({ least, most }) => `Um pedido espera de ${least} a ${most} dias pela transferência.`,
  transfer_settings_missing: 'Digite primeiro as instruções para uma transferência.',
  pix_cpf_invalid: 'Os dígitos verificadores deste CPF estão errados. Um telefone começa com +55.',
  pix_cnpj_invalid: 'Os dígitos verificadores deste CNPJ estão errados.',
  pix_phone_invalid: 'Um telefone como chave Pix tem a forma +55, DDD e número.',
  pix_email_invalid: 'Este e-mail não é uma chave Pix. Ele pode ter no máximo 77 caracteres.',
  pix_key_unknown: 'Digite um CPF, um CNPJ, um e-mail, um telefone com +55 ou uma chave aleatória.',
  pix_name_missing: 'Digite o nome do recebedor em letras latinas.',
  pix_city_missing: 'Digite a cidade do recebedor em letras latinas.',
  pix_rate_range: 'A cotação vai de 0,01 a 1.000 reais por dólar, com no máximo quatro casas decimais.',
};
