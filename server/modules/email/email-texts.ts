// Every text of the emails to buyers, by language. Emails use the language in which the order was placed.
import { linkChosen, linkKindNames, otherKindNames, statedFacts, unitNames } from '../../../contract/language-texts.ts';
import type { Language } from '../../../contract/languages.ts';
import { createTextTree } from '../../../contract/text-tree.ts';

type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
export type EmailTexts = Words<typeof en>;

const en = {
  order: 'Order',
  item: 'Item',
  units: unitNames.en,
  amount: 'Amount',
  refunded: 'Refunded',
  posts: 'Posts',
  /** What a link opens that is not the link of a post. */
  linkKinds: { ...linkKindNames.en, ...otherKindNames.en },
  linkChosen: linkChosen.en,
  soldBy: 'Sold by',
  taxId: 'Tax or registration number',
  receipt: 'Receipt',
  pay: 'Pay now',
  track: 'Track your order',
  pause: 'Pause this order',
  trackHelp: 'This link opens your order without signing in. Share it only with people who may see the order.',
  questions: 'Questions? Write to {email}.',
  trackCode: {
    subject: 'Your code for My Orders',
    code: 'Code',
    paragraphs: [
      'Enter this code on the page My Orders to see all details of your orders. It is valid for 10 minutes.',
      'If you did not request a code, you can ignore this email. Give the code to nobody.',
    ],
  },
  contactReceived: {
    subject: 'We received your message',
    paragraphs: [
      'We received your message to our support, and answer it by email.',
      'You can answer this email to add something.',
      'If you did not write to us, you can ignore this email.',
    ],
  },
  kinds: {
    order_received: {
      subject: 'We received your order {id}',
      text: 'We received your order {id}, and it is not paid yet. We start on it as soon as it is paid.',
      justPaid: 'If you have just paid, there is nothing to do.',
      notYou: 'If you did not order anything, you can ignore this email: nothing is charged.',
    },
    transfer_instructions: {
      subject: 'How to pay for your order {id}',
      text: 'You chose to pay for your order {id} by transfer. We start once the transfer has arrived.',
      reference: 'Reference',
      due: 'Amount to send',
      until: 'Must arrive by',
      key: 'Pix key',
      code: 'Pix copy and paste',
      note: 'Write the reference in your transfer, so that we find it. If you have just paid, there is nothing to do.',
      notYou: 'If you did not order anything, you can ignore this email: nothing is charged.',
    },
    order_paid: {
      subject: 'Your order {id} is paid',
      text: 'Your payment for order {id} has arrived. Thank you.',
    },
    delivery_started: {
      subject: 'The delivery of your order {id} has started',
      text: 'The delivery of your order {id} has started: our delivery partner is working on it.',
      sentSubject: 'Your order {id} was sent to our delivery partner',
      sent: 'Your order {id} was sent to our delivery partner. Your {unit} start soon.',
      keepPublic:
        'Please keep your posts public until everything is delivered. The page of your order shows how far it is.',
    },
    part_missing: {
      subject: 'A part of your order {id} is missing',
      text: 'Our delivery partner stopped before your order {id} was complete.',
      post: 'Post: {link}',
      count: '{count} {unit} are missing.',
      uncounted: 'Some {unit} are missing.',
      next: `We are checking it. ${statedFacts.en.missingPart} You do not need to do anything.`,
    },
    order_completed: {
      subject: 'Your order {id} is complete',
      partSubject: 'Your order {id}: {delivered} of {ordered} delivered, {refunded} back',
      whole: 'Everything in your order {id} has been delivered, our delivery partner reports.',
      short: 'Your order {id} is complete. Not all of it could be delivered: write to us if anything is still open.',
      shortCounted:
        'Your order {id} is complete: {delivered} of {ordered} {unit} were delivered. Write to us if anything is still open.',
      refunded: 'Your order {id} is complete. We refunded {refunded} of it.',
      part: '{delivered} of {ordered} {unit} of your order {id} were delivered, and you get {refunded} back the way you paid.',
      partNext: `Nothing more will be delivered. ${statedFacts.en.bankDays}`,
    },
    order_refunded: {
      subject: 'A refund for your order {id}',
      card: 'We refunded {amount} for your order {id} to the card that paid it.',
      byHand: 'We refunded {amount} for your order {id} the way you paid.',
      unknown: 'We made a refund for your order {id}.',
      bank: statedFacts.en.bankDays,
    },
    dispute_received: {
      subject: 'The payment of your order {id} is disputed',
      text: 'Your bank has asked for the amount of your order {id} back, so we have stopped the delivery.',
      partner: 'What is already with our delivery partner may still arrive.',
      mistake: 'If this is a mistake, write to us, and ask your bank to withdraw the dispute.',
    },
    link_replaced: {
      subject: 'A link of your order {id} was replaced',
      text: 'We replaced a link of your order {id}. What is still to be delivered goes to the new one.',
      before: 'Before: {link}',
      now: 'Now: {link}',
      notYou: 'If you did not ask for this, write to us.',
    },
    link_declined: {
      subject: 'Another link for your order {id}',
      text: 'You asked for another link in your order {id}. We could not use it, so the current link stays.',
      asked: 'Link you asked for: {link}',
      reason: 'Reason: {reason}',
      next: `Write to us if this does not help. ${statedFacts.en.replaceLink}`,
    },
    order_changed: {
      subject: 'Your order {id} was changed',
      text: 'The email address or a link of your order {id} was changed.',
      notYou:
        'If you did not ask for this, open the page below and press its button. It pauses the sending of this order for 72 hours, and we look into it.',
      isYou: 'If you asked for it, there is nothing to do.',
    },
    post_hidden: {
      subject: 'We cannot see a post of your order {id}',
      text: 'We could not start on a post of your order {id}: it is private, hidden or deleted.',
      post: 'Post: {link}',
      retry: 'Please make the post public. We try again after an hour, then twice a day at most.',
      now: 'Please make the post public, and write to us.',
      next: `If the post is gone, use another one. ${statedFacts.en.replaceLink}`,
    },
    drop_refilling: {
      subject: 'We are refilling your order {id}',
      text: 'You reported a drop in your order {id}. Our delivery partner has accepted a refill.',
      post: 'Post: {link}',
    },
    drop_refilled: {
      subject: 'Your order {id} was refilled',
      text: 'The refill of your order {id} is complete. Thank you for reporting the drop.',
      post: 'Post: {link}',
    },
    drop_refused: {
      subject: 'No refill for your order {id}',
      text: 'You reported a drop in your order {id}. We could not refill this post.',
      post: 'Post: {link}',
      reason: 'Reason: {reason}',
      next: 'Please check that the post is public, and write to us: we look for another solution.',
    },
  },
} as const;

const pt: EmailTexts = {
  order: 'Pedido',
  item: 'Item',
  units: unitNames.pt,
  amount: 'Valor',
  refunded: 'Reembolsado',
  posts: 'Publicações',
  linkKinds: { ...linkKindNames.pt, ...otherKindNames.pt },
  linkChosen: linkChosen.pt,
  soldBy: 'Vendido por',
  taxId: 'CPF, CNPJ ou outro registro',
  receipt: 'Recibo',
  pay: 'Pagar agora',
  track: 'Acompanhe seu pedido',
  pause: 'Pausar este pedido',
  trackHelp: 'Este link abre seu pedido sem login. Compartilhe-o apenas com quem pode ver o pedido.',
  questions: 'Dúvidas? Escreva para {email}.',
  trackCode: {
    subject: 'Seu código para Meus pedidos',
    code: 'Código',
    paragraphs: [
      'Digite este código na página Meus pedidos para ver todos os detalhes dos seus pedidos. Ele vale por 10 minutos.',
      'Se você não pediu um código, ignore este e-mail. Não passe o código a ninguém.',
    ],
  },
  contactReceived: {
    subject: 'Recebemos sua mensagem',
    paragraphs: [
      'Recebemos sua mensagem ao nosso suporte e vamos responder por e-mail.',
      'Você pode responder a este e-mail para acrescentar algo.',
      'Se você não escreveu para nós, ignore este e-mail.',
    ],
  },
  kinds: {
    order_received: {
      subject: 'Recebemos seu pedido {id}',
      text: 'Recebemos seu pedido {id}, e ele ainda não foi pago. Começamos assim que ele for pago.',
      justPaid: 'Se você acabou de pagar, não precisa fazer nada.',
      notYou: 'Se você não fez nenhum pedido, ignore este e-mail: nada será cobrado.',
    },
    transfer_instructions: {
      subject: 'Como pagar seu pedido {id}',
      text: 'Você escolheu pagar seu pedido {id} por transferência. Começamos assim que ela chegar.',
      reference: 'Referência',
      due: 'Valor a enviar',
      until: 'Deve chegar até',
      key: 'Chave Pix',
      code: 'Pix copia e cola',
      note: 'Escreva a referência na sua transferência, para que possamos encontrá-la. Se você acabou de pagar, não precisa fazer nada.',
      notYou: 'Se você não pediu nada, ignore este e-mail: nada será cobrado.',
    },
    order_paid: {
      subject: 'Seu pedido {id} está pago',
      text: 'O pagamento do seu pedido {id} chegou. Obrigado.',
    },
    delivery_started: {
      subject: 'A entrega do seu pedido {id} começou',
      text: 'A entrega do seu pedido {id} começou: nosso parceiro de entrega já está trabalhando nele.',
      sentSubject: 'Seu pedido {id} foi enviado ao nosso parceiro de entrega',
      sent: 'Seu pedido {id} foi enviado ao nosso parceiro de entrega. A entrega de {unit} começa em breve.',
      keepPublic: 'Deixe suas publicações públicas até que tudo seja entregue. A página do pedido mostra o andamento.',
    },
    part_missing: {
      subject: 'Falta uma parte do seu pedido {id}',
      text: 'Nosso parceiro de entrega parou antes de concluir seu pedido {id}.',
      post: 'Publicação: {link}',
      count: 'Faltam {count} {unit}.',
      uncounted: 'Faltam {unit}.',
      next: `Estamos verificando. ${statedFacts.pt.missingPart} Você não precisa fazer nada.`,
    },
    order_completed: {
      subject: 'Seu pedido {id} está concluído',
      partSubject: 'Seu pedido {id}: {delivered} de {ordered} entregues, {refunded} de volta',
      whole: 'Tudo o que você comprou no pedido {id} foi entregue, segundo nosso parceiro de entrega.',
      short: 'Seu pedido {id} está concluído. Nem tudo pôde ser entregue: escreva para nós se algo ficou em aberto.',
      shortCounted:
        'Seu pedido {id} está concluído: {delivered} de {ordered} {unit} foram entregues. Escreva para nós se algo ficou em aberto.',
      refunded: 'Seu pedido {id} está concluído. Reembolsamos {refunded} do valor.',
      part: '{delivered} de {ordered} {unit} do seu pedido {id} foram entregues, e você recebe {refunded} de volta pelo meio que usou para pagar.',
      partNext: `Nada mais será entregue. ${statedFacts.pt.bankDays}`,
    },
    order_refunded: {
      subject: 'Reembolso do seu pedido {id}',
      card: 'Reembolsamos {amount} do seu pedido {id} no cartão usado no pagamento.',
      byHand: 'Reembolsamos {amount} do seu pedido {id} pelo meio que você usou para pagar.',
      unknown: 'Fizemos um reembolso do seu pedido {id}.',
      bank: statedFacts.pt.bankDays,
    },
    dispute_received: {
      subject: 'O pagamento do seu pedido {id} foi contestado',
      text: 'Seu banco pediu de volta o valor do seu pedido {id}, por isso paramos a entrega.',
      partner: 'O que já está com nosso parceiro de entrega ainda pode chegar.',
      mistake: 'Se for um engano, escreva para nós e peça ao banco para retirar a contestação.',
    },
    link_replaced: {
      subject: 'Um link do seu pedido {id} foi substituído',
      text: 'Substituímos um link do seu pedido {id}. O que falta entregar vai para o novo.',
      before: 'Antes: {link}',
      now: 'Agora: {link}',
      notYou: 'Se você não pediu isso, escreva para nós.',
    },
    link_declined: {
      subject: 'Outro link para o seu pedido {id}',
      text: 'Você pediu outro link no seu pedido {id}. Não foi possível usá-lo, então o link atual continua.',
      asked: 'Link que você pediu: {link}',
      reason: 'Motivo: {reason}',
      next: `Escreva para nós se isso não resolver. ${statedFacts.pt.replaceLink}`,
    },
    order_changed: {
      subject: 'Seu pedido {id} foi alterado',
      text: 'O endereço de e-mail ou um link do seu pedido {id} foi alterado.',
      notYou:
        'Se você não pediu isso, abra a página abaixo e use o botão. Ele pausa o envio deste pedido por 72 horas, e nós verificamos o que houve.',
      isYou: 'Se você pediu, não precisa fazer nada.',
    },
    post_hidden: {
      subject: 'Não conseguimos ver uma publicação do seu pedido {id}',
      text: 'Não conseguimos começar a entrega em uma publicação do seu pedido {id}: ela é privada, está oculta ou foi apagada.',
      post: 'Publicação: {link}',
      retry:
        'Deixe a publicação pública. Tentamos de novo depois de uma hora e, em seguida, no máximo duas vezes por dia.',
      now: 'Deixe a publicação pública e escreva para nós.',
      next: `Se a publicação não existe mais, use outra. ${statedFacts.pt.replaceLink}`,
    },
    drop_refilling: {
      subject: 'Estamos repondo seu pedido {id}',
      text: 'Você informou uma queda no seu pedido {id}. Nosso parceiro de entrega aceitou a reposição.',
      post: 'Publicação: {link}',
    },
    drop_refilled: {
      subject: 'A reposição do seu pedido {id} terminou',
      text: 'A reposição do seu pedido {id} terminou. Obrigado por informar a queda.',
      post: 'Publicação: {link}',
    },
    drop_refused: {
      subject: 'Não foi possível repor seu pedido {id}',
      text: 'Você informou uma queda no seu pedido {id}. Não conseguimos repor esta publicação.',
      post: 'Publicação: {link}',
      reason: 'Motivo: {reason}',
      next: 'Confira se a publicação é pública e escreva para nós: vamos buscar outra solução.',
    },
  },
};

export const emailTexts: Record<Language, EmailTexts> = { en, pt };

/** What emails of orders of other links than those of Instagram posts have instead, by key. */
export const otherLinkTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'emails.posts': 'Links',
    'emails.kinds.delivery_started.keepPublic':
      'Please keep public what your links open until everything is delivered. The page of your order shows how far it is.',
    'emails.kinds.part_missing.post': 'Link: {link}',
    'emails.kinds.post_hidden.subject': 'We cannot see what a link of your order {id} opens',
    'emails.kinds.post_hidden.text':
      'We could not start on a link of your order {id}: what it opens is private, hidden or deleted.',
    'emails.kinds.post_hidden.post': 'Link: {link}',
    'emails.kinds.post_hidden.retry': 'Please make it public. We try again after an hour, then twice a day at most.',
    'emails.kinds.post_hidden.now': 'Please make it public, and write to us.',
    'emails.kinds.post_hidden.next': `If it is gone, use another link. ${statedFacts.en.replaceLink}`,
    'emails.kinds.drop_refilling.post': 'Link: {link}',
    'emails.kinds.drop_refilled.post': 'Link: {link}',
    'emails.kinds.drop_refused.text': 'You reported a drop in your order {id}. We could not refill it.',
    'emails.kinds.drop_refused.post': 'Link: {link}',
    'emails.kinds.drop_refused.next':
      'Please check that what the link opens is public, and write to us: we look for another solution.',
  },
  pt: {
    'emails.posts': 'Links',
    'emails.kinds.delivery_started.keepPublic':
      'Deixe público o que seus links abrem até que tudo seja entregue. A página do pedido mostra o andamento.',
    'emails.kinds.part_missing.post': 'Link: {link}',
    'emails.kinds.post_hidden.subject': 'Não conseguimos ver o que um link do seu pedido {id} abre',
    'emails.kinds.post_hidden.text':
      'Não conseguimos começar a entrega em um link do seu pedido {id}: o que ele abre é privado, está oculto ou foi apagado.',
    'emails.kinds.post_hidden.post': 'Link: {link}',
    'emails.kinds.post_hidden.retry':
      'Deixe-o público. Tentamos de novo depois de uma hora e, em seguida, no máximo duas vezes por dia.',
    'emails.kinds.post_hidden.now': 'Deixe-o público e escreva para nós.',
    'emails.kinds.post_hidden.next': `Se ele não existe mais, use outro link. ${statedFacts.pt.replaceLink}`,
    'emails.kinds.drop_refilling.post': 'Link: {link}',
    'emails.kinds.drop_refilled.post': 'Link: {link}',
    'emails.kinds.drop_refused.text': 'Você informou uma queda no seu pedido {id}. Não conseguimos fazer a reposição.',
    'emails.kinds.drop_refused.post': 'Link: {link}',
    'emails.kinds.drop_refused.next':
      'Confira se o que o link abre é público e escreva para nós: vamos buscar outra solução.',
  },
};

const tree = createTextTree<EmailTexts>({ prefix: 'emails.', specified: emailTexts, plain: { en: {}, pt: {} } });

export const emailCatalogue = tree.entries;
/** With the operator's own texts in them. */
export const emailTextsOf = tree.textsOf;
