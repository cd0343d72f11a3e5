// The sentences of the checkout's error card in Brazilian Portuguese.
import type { CheckoutFailureCode } from '../checkout/failure-codes.ts';

export const ptLinkRule =
  'Os links devem começar com https://www.instagram.com/, https://instagram.com/ ou www.instagram.com/';

export const ptCheckoutFailures = {
  email_required: 'Precisamos do seu e-mail para enviar novidades sobre o seu pedido!',
  email_invalid: 'Informe um e-mail válido (como voce@exemplo.com.br)',
  link_invalid: `Informe links válidos do Instagram. ${ptLinkRule}`,
  link_empty: 'Preencha todos os links das publicações ou remova os campos vazios!',
  link_duplicate: 'Informe o link de cada publicação apenas uma vez!',
  link_missing: 'Adicione pelo menos o link de uma publicação para receber suas curtidas!',
  link_without_post: 'Este link abre a página inicial do Instagram, não uma publicação. Cole o link de uma publicação.',
  link_unreadable: 'Não foi possível ler este link como o de uma publicação. Copie o link da publicação outra vez.',
  too_many_links: 'Cada pedido aceita no máximo 5 links.',
  quantity_not_for_sale: 'Esta quantidade não está à venda.',
  too_many_tries: 'Houve tentativas demais neste pedido. Faça um novo pedido.',
  price_changed: 'O preço mudou. Confira o pedido e tente novamente.',
  gateway_unavailable:
    'Não foi possível conectar ao sistema de pagamento. Pode ser um problema temporário do nosso provedor.',
  gateway_refused: 'O sistema de pagamento está com problemas no momento. Tente novamente em alguns minutos.',
  not_open: 'A loja ainda não está aberta.',
  rate_limited: 'Muitas tentativas seguidas. Espere um pouco e tente novamente.',
  unavailable: 'A loja está ocupada. Tente novamente em instantes.',
  in_flight: 'Este mesmo pedido já está sendo processado. Tente novamente em instantes.',
  library_missing: 'O sistema de pagamento ainda está carregando... Atualize a página e tente novamente!',
  form_failed: 'Não foi possível iniciar o pagamento. Nossa equipe já foi avisada e está cuidando disso!',
  form_timed_out: 'O formulário do cartão expirou. Tente novamente.',
  card_declined: 'Seu cartão foi recusado. Nada foi cobrado.',
  order_email_missing: 'Digite o e-mail usado na compra.',
  wrong_order_email: 'Este pedido foi feito com outro e-mail.',
  order_not_created: 'Não foi possível criar o pedido agora. Nossos servidores podem estar ocupados. Tente novamente!',
  offline: 'Problema de conexão! Verifique sua internet e tente novamente.',
  unknown: 'Algo deu errado. Tente novamente.',
} as const satisfies Record<CheckoutFailureCode, string>;
