// The checkout in Brazilian Portuguese, and the store's known sentences, named by the English ones that they translate.
import type { errors } from '../../../contract/errors.ts';
import type { messages } from '../../../contract/messages.ts';
import type { enCheckout } from './en-checkout.ts';
import type { Translation } from './text.ts';

export const ptCheckout = {
  page: { title: 'Finalizar compra', noscript: 'Para pagar com cartão, é preciso ativar o JavaScript.' },
  island: {
    units: { Likes: 'curtidas', Views: 'visualizações' },
    email: 'E-mail',
    emailExample: 'voce@exemplo.com.br',
    emailHelp: 'Para avisos sobre o seu pedido e para encontrá-lo depois.',
    posts: 'Publicações do Instagram',
    post: 'Link da publicação',
    postAt: 'Link da publicação {position}',
    remove: 'Remover o link {position}',
    add: '+ Adicionar outra publicação ({count}/{max})',
    total: 'Total',
    complete: 'Concluir pedido',
    agree: 'Ao fazer o pedido, você aceita os {terms} e as {refunds}.',
    terms: 'termos de uso',
    refunds: 'regras de reembolso',
    summary: 'Seu pedido',
    change: 'Trocar pacote',
    package: 'Pacote',
    postCount: 'Publicações',
    perPost: 'Por publicação',
    each: '{count} {unit} cada',
    discount: 'Desconto ({percent}%)',
    preparing: 'Preparando o pagamento',
    placing: 'Registrando o pedido ...',
    loading: 'Carregando o formulário seguro do cartão ...',
    back: 'Voltar aos seus dados',
    checking: 'Verificando o pagamento ...',
    pay: 'Pagar com cartão',
    payNote: 'Os dados do cartão vão direto para o provedor de pagamentos. Esta loja nunca os vê.',
    timedOut: 'O formulário do cartão expirou. Tente novamente.',
    declined: 'Seu cartão foi recusado. Nada foi cobrado.',
    payOrder: 'Pagar o pedido #{id}',
    orderEmailHelp: 'O e-mail usado na compra.',
    emailMissing: 'Digite o e-mail usado na compra.',
    wrongEmail: 'Este pedido foi feito com outro e-mail.',
    payNow: 'Pagar agora',
    unknownTitle: 'Pedido não encontrado',
    unknownText: 'O link pode estar incompleto. Você encontra seus pedidos pelo e-mail.',
    failedTitle: 'Não foi possível carregar o pedido',
    failedText: 'Verifique sua conexão e tente novamente.',
    track: 'Meus pedidos',
    tryAgain: 'Tentar novamente',
    titles: {
      validation: 'Faltou alguma coisa!',
      instagram: 'Problema com o Instagram!',
      payment: 'Ops, o pagamento!',
      server: 'O servidor foi tomar um café!',
      network: 'A conexão deu uma engasgada!',
      general: 'Algo deu errado!',
    },
    tips: {
      validation: [
        'Veja se o e-mail e todos os links estão preenchidos.',
        'Copie o link no aplicativo: abra a publicação, toque em Compartilhar e depois em Copiar link.',
      ],
      instagram: [
        'Abra a publicação, toque em Compartilhar, depois em Copiar link, e cole aqui.',
        'Links de publicações e reels públicos funcionam melhor.',
      ],
      payment: [
        'Espere um minuto e tente de novo.',
        'Tente com outro cartão ou outro navegador.',
        'Nada foi cobrado, a menos que uma confirmação diga o contrário.',
      ],
      declined: ['Tente com outro cartão.', 'Pergunte ao banco por que este foi recusado.'],
      server: ['Espere um minuto e tente de novo.', 'O que você digitou continua nesta página.'],
      network: [
        'Verifique o Wi-Fi ou os dados móveis.',
        'O que você digitou foi mantido: tente de novo quando a internet voltar.',
      ],
      general: ['Tente de novo daqui a pouco.', 'Se acontecer outra vez, escreva para o nosso suporte.'],
    },
  },
} as const satisfies Translation<typeof enCheckout>;

type Shown =
  | 'emailRequired'
  | 'linkInvalid'
  | 'linkHelp'
  | 'linkEmpty'
  | 'linkDuplicate'
  | 'emailInvalid'
  | 'linkMissing'
  | 'linkHint'
  | 'linkWithoutPost'
  | 'linkUnreadable'
  | 'tooManyLinks'
  | 'priceChanged'
  | 'paymentUnreachable'
  | 'paymentTrouble'
  | 'paymentLibraryMissing'
  | 'paymentInitFailed'
  | 'orderServerError'
  | 'networkError'
  | 'somethingWrong'
  | 'notOpenYet'
  | 'tooManyTries';
type Known = (typeof messages)[Shown] | (typeof errors)['rate_limited' | 'unavailable' | 'in_flight']['message'];

const linkRule = 'Os links devem começar com https://www.instagram.com/, https://instagram.com/ ou www.instagram.com/';

export const ptSentences = {
  'We need your email address to send you updates about your order!':
    'Precisamos do seu e-mail para enviar novidades sobre o seu pedido!',
  'Please enter valid Instagram URLs. URLs must start with https://www.instagram.com/, https://instagram.com/, or www.instagram.com/': `Informe links válidos do Instagram. ${linkRule}`,
  'URLs must start with https://www.instagram.com/, https://instagram.com/, or www.instagram.com/': linkRule,
  'Please fill in all Instagram post URLs or remove empty fields!':
    'Preencha todos os links das publicações ou remova os campos vazios!',
  'Please enter each Instagram post URL only once!': 'Informe o link de cada publicação apenas uma vez!',
  'Please enter a valid email address (like you@example.com)': 'Informe um e-mail válido (como voce@exemplo.com.br)',
  'Please add at least one Instagram post URL to get your likes!':
    'Adicione pelo menos o link de uma publicação para receber suas curtidas!',
  'This does not look like a post link': 'Este link não parece ser de uma publicação',
  'This link opens the Instagram home page, not a post. Paste the link of a post.':
    'Este link abre a página inicial do Instagram, não uma publicação. Cole o link de uma publicação.',
  'This link cannot be read as the link of a post. Copy the link of the post once more.':
    'Não foi possível ler este link como o de uma publicação. Copie o link da publicação outra vez.',
  'An order takes at most 5 post links.': 'Cada pedido aceita no máximo 5 links.',
  'Price has changed. Please review your order and try again.': 'O preço mudou. Confira o pedido e tente novamente.',
  'Unable to connect to payment system. This might be a temporary issue with our payment provider.':
    'Não foi possível conectar ao sistema de pagamento. Pode ser um problema temporário do nosso provedor.',
  'Payment system is having trouble right now. Please try again in a few minutes.':
    'O sistema de pagamento está com problemas no momento. Tente novamente em alguns minutos.',
  'Payment system is loading... Please refresh the page and try again!':
    'O sistema de pagamento ainda está carregando... Atualize a página e tente novamente!',
  'Payment initialization failed. Our team has been notified and is working on it!':
    'Não foi possível iniciar o pagamento. Nossa equipe já foi avisada e está cuidando disso!',
  'Unable to create your order right now. Our servers might be busy - please try again!':
    'Não foi possível criar o pedido agora. Nossos servidores podem estar ocupados. Tente novamente!',
  'Connection issue detected! Check your internet and try again.':
    'Problema de conexão! Verifique sua internet e tente novamente.',
  'Something went wrong. Please try again.': 'Algo deu errado. Tente novamente.',
  'This order was tried too often. Please create another order.':
    'Houve tentativas demais neste pedido. Faça um novo pedido.',
  'The store is not open yet.': 'A loja ainda não está aberta.',
  'Too many requests. Please wait and try again.': 'Muitas tentativas seguidas. Espere um pouco e tente novamente.',
  'The store is busy. Please try again in a moment.': 'A loja está ocupada. Tente novamente em instantes.',
  'The same request is being worked on. Try again in a moment.':
    'Este mesmo pedido já está sendo processado. Tente novamente em instantes.',
} as const satisfies Record<Known, string>;
