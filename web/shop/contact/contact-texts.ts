// The texts of the contact form in both languages: those specified to the letter (CONTACT-5, 6, 8), and those around them.
import type { ContactReason } from '../../../contract/contact-rules.ts';
import { errors } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import { reasonTexts } from '../../../contract/refusal-reasons.ts';

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
  /** By the reason of a refusal; {most} is the limit of the field. */
  problems: Record<ContactReason, string>;
  /** By the code of a refusal. */
  failures: Record<'rate_limited' | 'internal' | 'unavailable', string>;
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
    noscript: 'This form needs JavaScript. You can write to our email address instead.',
    notices: 'Notices',
    closeNotice: 'Close notice',
    problems: {
      contact_name_required: reasonTexts.contact_name_required,
      contact_email_required: reasonTexts.contact_email_required,
      contact_subject_required: reasonTexts.contact_subject_required,
      contact_message_required: reasonTexts.contact_message_required,
      contact_too_long: 'Use at most {most} characters.',
      email_invalid: reasonTexts.email_invalid,
    },
    failures: {
      rate_limited: errors.rate_limited.message,
      internal: errors.internal.message,
      unavailable: errors.unavailable.message,
    },
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
    problems: {
      contact_name_required: 'Diga-nos o seu nome.',
      contact_email_required: 'Informe o seu e-mail para que possamos responder.',
      contact_subject_required: 'Informe o assunto.',
      contact_message_required: 'Escreva a sua mensagem.',
      contact_too_long: 'Use no máximo {most} caracteres.',
      email_invalid: 'Informe um e-mail válido (como voce@exemplo.com.br)',
    },
    failures: {
      rate_limited: 'Muitas mensagens em pouco tempo. Aguarde e tente novamente.',
      internal: 'Algo deu errado do nosso lado. Tente novamente.',
      unavailable: 'A loja está ocupada. Tente novamente em instantes.',
    },
  },
};
