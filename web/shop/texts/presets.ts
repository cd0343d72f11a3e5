// The texts of the public pages in each language and preset. The browser gets only the texts of its part.
import { otherKindNames } from '../../../contract/language-texts.ts';
import type { Language } from '../../../contract/languages.ts';
import {
  en,
  enCheckout,
  enLegal,
  enMethodChoice,
  enOffers,
  enOrder,
  enPause,
  enReceipt,
  enStatus,
  enTransfer,
  enWithOtherLinks,
  enWithTransfers,
} from './en.ts';
import {
  pt,
  ptCheckout,
  ptLegal,
  ptMethodChoice,
  ptOffers,
  ptOrder,
  ptPause,
  ptReceipt,
  ptStatus,
  ptTransfer,
  ptWithOtherLinks,
  ptWithTransfers,
} from './pt.ts';
import type { Texts } from './text.ts';

type English = typeof en & {
  checkout: typeof enCheckout;
  legal: typeof enLegal;
  methodChoice: typeof enMethodChoice;
  otherLinkKinds: typeof otherKindNames.en;
  receipt: typeof enReceipt;
  order: typeof enOrder;
  pause: typeof enPause;
  status: typeof enStatus;
  transfer: typeof enTransfer;
};
export type Catalogue = Texts<English>;

/** The texts of the preset "As specified". */
export const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: {
    ...en,
    checkout: enCheckout,
    legal: enLegal,
    receipt: enReceipt,
    order: enOrder,
    pause: enPause,
    status: enStatus,
    transfer: enTransfer,
    methodChoice: enMethodChoice,
    otherLinkKinds: otherKindNames.en,
  },
  pt: {
    ...pt,
    checkout: ptCheckout,
    legal: ptLegal,
    receipt: ptReceipt,
    order: ptOrder,
    pause: ptPause,
    status: ptStatus,
    transfer: ptTransfer,
    methodChoice: ptMethodChoice,
    otherLinkKinds: otherKindNames.pt,
  },
};

export type OfferTexts = Texts<typeof enOffers>;

/** Not among the texts that an operator changes, as the names of these offers are settings. */
export const offerTexts: Readonly<Record<Language, OfferTexts>> = { en: enOffers, pt: ptOffers };

/** What a store that takes transfers has instead, by key. */
export const transferTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: enWithTransfers,
  pt: ptWithTransfers,
};

/** What pages of orders of other links than those of Instagram posts have instead, by key. */
export const otherLinkTexts: typeof transferTexts = { en: enWithOtherLinks, pt: ptWithOtherLinks };

/** What the preset "Plain" has instead, by key: sentences for jokes, exclamations and promises. */
export const plainTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'client.island.order': 'Order #{id}',
    'contact.form.sent': 'Sent',
    'contact.form.sentTitle': 'Message sent',
    'contact.form.sentText': 'We will reply by email.',
    'home.island.off': '{percent}% off',
    'notFound.fact': 'Good to know:',
    'notFound.wordings.0.title': 'Page not found',
    'notFound.wordings.0.text': 'The address may be mistyped, or the page may have moved.',
    'notFound.wordings.0.fact': 'You can find an order by its email address under My Orders.',
    'notFound.wordings.1.title': 'This page does not exist',
    'notFound.wordings.1.text': 'Check the address, or start again from the home page.',
    'notFound.wordings.1.fact': 'The link in the email about an order opens that order.',
    'notFound.wordings.2.title': 'Nothing at this address',
    'notFound.wordings.2.text': 'The link that brought you here may be out of date.',
    'notFound.wordings.2.fact': 'If a link of ours is wrong, please write to us.',
    'checkout.island.titles.validation': 'Check your details',
    'checkout.island.titles.instagram': 'Check your post links',
    'checkout.island.titles.payment': 'Payment problem',
    'checkout.island.titles.server': 'We could not take your order',
    'checkout.island.titles.network': 'No connection',
    'checkout.island.titles.general': 'Something went wrong',
    'checkout.island.failures.email_required': 'Enter your email address.',
    'checkout.island.failures.email_invalid': 'Enter a valid email address, for example you@example.com.',
    'checkout.island.failures.link_empty': 'Fill in every link field, or remove the empty ones.',
    'checkout.island.failures.link_duplicate': 'Enter each post link only once.',
    'checkout.island.failures.link_missing': 'Add at least one post link.',
    'checkout.island.failures.gateway_unavailable': 'The payment system cannot be reached. Nothing was charged.',
    'checkout.island.failures.gateway_refused': 'The payment system has a problem. Try again in a few minutes.',
    'checkout.island.failures.library_missing': 'The card form is not loaded yet. Reload the page and try again.',
    'checkout.island.failures.form_failed': 'The card form could not be opened. Our team has been notified.',
    'checkout.island.failures.order_not_created': 'Your order could not be created. Try again in a moment.',
    'checkout.island.failures.offline': 'The store cannot be reached. Check your connection and try again.',
  },
  pt: {
    'contact.form.sent': 'Enviada',
    'contact.form.sentTitle': 'Mensagem enviada',
    'contact.form.sentText': 'Responderemos por e-mail.',
    'notFound.fact': 'Bom saber:',
    'notFound.wordings.0.title': 'Página não encontrada',
    'notFound.wordings.0.text': 'O endereço pode estar errado, ou a página pode ter mudado de lugar.',
    'notFound.wordings.0.fact': 'Você encontra um pedido pelo e-mail em Meus pedidos.',
    'notFound.wordings.1.title': 'Esta página não existe',
    'notFound.wordings.1.text': 'Confira o endereço ou recomece pela página inicial.',
    'notFound.wordings.1.fact': 'O link do e-mail sobre um pedido abre esse pedido.',
    'notFound.wordings.2.title': 'Não há nada neste endereço',
    'notFound.wordings.2.text': 'O link que trouxe você até aqui pode estar desatualizado.',
    'notFound.wordings.2.fact': 'Se um link nosso estiver errado, escreva para nós.',
    'checkout.island.titles.validation': 'Confira seus dados',
    'checkout.island.titles.instagram': 'Confira os links das publicações',
    'checkout.island.titles.payment': 'Problema no pagamento',
    'checkout.island.titles.server': 'Não foi possível receber o pedido',
    'checkout.island.titles.network': 'Sem conexão',
    'checkout.island.titles.general': 'Algo deu errado',
    'checkout.island.failures.email_required': 'Informe seu e-mail.',
    'checkout.island.failures.email_invalid': 'Informe um e-mail válido, por exemplo voce@exemplo.com.br.',
    'checkout.island.failures.link_empty': 'Preencha todos os links ou remova os campos vazios.',
    'checkout.island.failures.link_duplicate': 'Informe o link de cada publicação apenas uma vez.',
    'checkout.island.failures.link_missing': 'Adicione pelo menos o link de uma publicação.',
    'checkout.island.failures.gateway_unavailable':
      'Não foi possível conectar ao sistema de pagamento. Nada foi cobrado.',
    'checkout.island.failures.library_missing':
      'O formulário do cartão ainda não carregou. Atualize a página e tente novamente.',
    'checkout.island.failures.form_failed':
      'Não foi possível abrir o formulário do cartão. Nossa equipe já foi avisada.',
    'checkout.island.failures.order_not_created': 'Não foi possível criar o pedido. Tente novamente em instantes.',
    'checkout.island.failures.offline': 'Não foi possível acessar a loja. Verifique sua conexão e tente novamente.',
  },
};
