// The texts of the contact form in both languages: those specified to the letter (CONTACT-5, 6, 8), and those around them.
import type { Language } from '../../../contract/pages.ts';

export type ContactTexts = {
  name: string;
  email: string;
  emailExample: string;
  subject: string;
  message: string;
  trap: string;
  send: string;
  sending: string;
  sent: string;
  sentTitle: string;
  sentText: string;
  failedTitle: string;
  unreachable: string;
  noscript: string;
  notices: string;
  closeNotice: string;
  /** A sentence of the rules or of the store -> the same in the page's language. */
  sentences: Readonly<Record<string, string>>;
};

export const contactTexts: Record<Language, ContactTexts> = {
  en: {
    name: 'Name',
    email: 'Email',
    emailExample: 'you@example.com',
    subject: 'Subject',
    message: 'Message',
    trap: 'Leave this field empty',
    send: 'Send Message',
    sending: 'Sending...',
    sent: 'Sent Successfully!',
    sentTitle: 'Message sent successfully!',
    sentText: "We'll get back to you as soon as possible.",
    failedTitle: 'Message not sent',
    unreachable: 'Your text is kept. Check your connection and try again.',
    noscript: 'This form needs JavaScript. You can write to our e-mail address instead.',
    notices: 'Notices',
    closeNotice: 'Close notice',
    sentences: {},
  },
  pt: {
    name: 'Nome',
    email: 'E-mail',
    emailExample: 'voce@exemplo.com.br',
    subject: 'Assunto',
    message: 'Mensagem',
    trap: 'Deixe este campo vazio',
    send: 'Enviar mensagem',
    sending: 'Enviando...',
    sent: 'Enviada com sucesso!',
    sentTitle: 'Mensagem enviada com sucesso!',
    sentText: 'Responderemos o mais rápido possível.',
    failedTitle: 'Mensagem não enviada',
    unreachable: 'Seu texto foi mantido. Verifique sua conexão e tente novamente.',
    noscript: 'Este formulário precisa de JavaScript. Você também pode escrever para o nosso e-mail.',
    notices: 'Avisos',
    closeNotice: 'Fechar aviso',
    sentences: {
      'Please tell us your name.': 'Diga-nos o seu nome.',
      'Please enter your email address, so that we can answer.': 'Informe o seu e-mail para que possamos responder.',
      'Please enter a subject.': 'Informe o assunto.',
      'Please write your message.': 'Escreva a sua mensagem.',
      'Please enter a valid email address (like you@example.com)':
        'Informe um e-mail válido (como voce@exemplo.com.br)',
      'Too many requests. Please wait and try again.': 'Muitas mensagens em pouco tempo. Aguarde e tente novamente.',
      'Something went wrong on our side. Please try again.': 'Algo deu errado do nosso lado. Tente novamente.',
      'The store is busy. Please try again in a moment.': 'A loja está ocupada. Tente novamente em instantes.',
    },
  },
};
