// The texts of a store that takes transfers beside cards: its pages do not name the card as the only way to pay.
import type { Language } from '../../../contract/languages.ts';
import { statedFacts } from '../../../contract/language-texts.ts';
import type { LanguageTexts } from '../../../contract/text-settings.ts';

/** By key. */
export const transferTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'heads.home.description':
      'Choose how many likes or views you want, paste your post link and pay. No account, no password.',
    'heads.checkout.description': 'Enter your email and your post links, then choose how to pay.',
    'home.page.lead': 'Pick how many, paste your link, pay. No account.',
    'benefits.card': 'Choose how to pay',
    'steps.2.text': 'Pay on the same page. Then follow the delivery on the page of your order.',
    'questions.refunds.answer': `{guarantee} ${statedFacts.en.missingPart} Write to {email} with your order number. Refunds go back the way you paid.`,
    'about.refunds.text': `{guarantee} A refund goes back the way you paid. ${statedFacts.en.bankDays}`,
    'success.states.sentences.closed':
      'Not paid: this order is closed, and nothing will be delivered. If you have sent a transfer, write to us. Otherwise you can place a new order.',
    'success.states.sentences.refunded': 'The amount goes back the way you paid.',
    'success.states.refunds.done': 'On {date} we sent {amount} back the way you paid.',
    'success.states.refunds.undated': 'We sent {amount} back the way you paid.',
    'success.states.refunds.pending': '{amount} is on its way back, since {date}.',
    'checkout.island.loading': 'Loading the payment ...',
    'legal.terms.sections.4.text.1':
      'You pay by card in the form of our payment provider, or by transfer. An order that is not paid expires by itself.',
    'legal.refunds.sections.3.text.0': `The money goes back the way you paid, never anywhere else. ${statedFacts.en.bankDays}`,
  },
  pt: {
    'heads.home.description':
      'Escolha quantas curtidas ou visualizações você quer, cole o link da publicação e pague. Sem conta, sem senha.',
    'heads.checkout.description': 'Informe seu e-mail e os links das publicações e escolha como pagar.',
    'home.page.lead': 'Escolha quantas, cole o link e pague. Sem criar conta.',
    'benefits.card': 'Escolha como pagar',
    'steps.2.text': 'Pague e acompanhe a entrega na página do pedido.',
    'questions.refunds.answer': `{guarantee} ${statedFacts.pt.missingPart} Escreva para {email} com o número do pedido. O reembolso volta pela forma de pagamento usada.`,
    'about.refunds.text': `{guarantee} O reembolso volta pela forma de pagamento usada. ${statedFacts.pt.bankDays}`,
    'success.states.sentences.closed':
      'Não pago: este pedido foi encerrado e nada será entregue. Se você já enviou uma transferência, escreva para nós. Caso contrário, você pode fazer um novo pedido.',
    'success.states.sentences.refunded': 'O valor volta pela forma de pagamento usada.',
    'success.states.refunds.done': 'Em {date}, devolvemos {amount} pela forma de pagamento usada.',
    'success.states.refunds.undated': 'Devolvemos {amount} pela forma de pagamento usada.',
    'success.states.refunds.pending': 'Desde {date}, {amount} está sendo devolvido.',
    'checkout.island.loading': 'Carregando o pagamento ...',
    'legal.terms.sections.4.text.1':
      'O pagamento é feito com cartão, no formulário do nosso provedor de pagamentos, ou por transferência. Um pedido que não é pago expira sozinho.',
    'legal.refunds.sections.3.text.0': `O dinheiro volta pela forma de pagamento usada, nunca por outro caminho. ${statedFacts.pt.bankDays}`,
  },
};

/** A text that the operator changed stays. */
export function withTransferTexts(lang: Language, { preset, changed }: LanguageTexts): LanguageTexts {
  return { preset, changed: { ...transferTexts[lang], ...changed } };
}
