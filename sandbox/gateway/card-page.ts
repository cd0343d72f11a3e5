// HTML and CSS of the card page. card-page-script.ts has its behavior.
import { EXPIRY_OUTCOMES, RETRY, TEST_CARDS } from './cards.ts';

export interface CardPage {
  nonce: string;
  merchantName: string;
  locale: string;
  hasTotal: boolean;
  /** "$30.00"; null when there is nothing to pay. */
  amount: string | null;
  config: Record<string, unknown>;
  script: string;
}

export function renderCardPage(page: CardPage): string {
  const texts = page.locale.startsWith('pt') ? pt : en;
  const cards = TEST_CARDS.map(
    (card) => `<li><span>${card.brand}</span> <code>${card.number.replace(/(.{4})(?=.)/g, '$1 ')}</code></li>`,
  );
  const dates = Object.entries(EXPIRY_OUTCOMES).map(
    ([expiry, outcome]) => `<tr><th scope="row"><code>${expiry}</code></th><td>${outcome.label}</td></tr>`,
  );
  const messages = page.locale.startsWith('pt') ? PT_MESSAGES : {};
  const config = JSON.stringify({ ...page.config, messages }).replace(/</g, '\\u003c');
  return `<!doctype html>
<html lang="${page.locale.replace('_', '-')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<style nonce="${page.nonce}">${CSS}</style>
</head>
<body>
<main>
<p class="sandbox"><strong>${texts.sandbox}</strong> ${texts.sandboxMore}</p>
<div class="total"${page.hasTotal ? '' : ' hidden'}><h1>${escapeHtml(page.merchantName || texts.title)}</h1>${page.amount === null ? '' : ` <strong>${page.amount}</strong>`}</div>
<div id="message" role="alert"></div>
<form id="form" novalidate autocomplete="on"${page.amount === null ? ' hidden' : ''}>
<div class="field">
<label for="cardNumber">${texts.number}</label>
<input id="cardNumber" name="cardNumber" inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="5123 4500 0000 0008" required>
<p class="wrong" id="cardNumber-wrong"></p>
</div>
<div class="pair">
<div class="field">
<label for="expiry">${texts.expiry}</label>
<input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="5" placeholder="${texts.expiryExample}" required>
<p class="wrong" id="expiry-wrong"></p>
</div>
<div class="field">
<label for="csc">${texts.csc}</label>
<input id="csc" name="csc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="100" required>
<p class="wrong" id="csc-wrong"></p>
</div>
</div>
<div class="field">
<label for="holder">${texts.holder}</label>
<input id="holder" name="holder" autocomplete="cc-name" maxlength="120" placeholder="${texts.holderExample}" required>
<p class="wrong" id="holder-wrong"></p>
</div>
<button id="pay" type="submit">${texts.pay} ${page.amount ?? ''}</button>
</form>
<p class="back" id="cancel-line" hidden><a id="cancel" href="#">Cancel and go back</a></p>
<details id="tests"${page.amount === null ? ' hidden' : ''}>
<summary>${texts.tests}</summary>
<ul lang="en">${cards.join('')}</ul>
<p lang="en">The expiry date decides what happens:</p>
<table lang="en"><tbody>${dates.join('')}</tbody></table>
<p lang="en">Security code <code>100</code> matches, <code>102</code> does not. Any name will do.</p>
</details>
</main>
<script nonce="${page.nonce}" type="application/json" id="config">${config}</script>
<script nonce="${page.nonce}">${page.script}</script>
</body>
</html>
`;
}

const en = {
  title: 'Card payment',
  sandbox: 'Sandbox: no money moves.',
  sandboxMore: 'Use a test card, never a real one.',
  number: 'Card number',
  expiry: 'Expiry date',
  expiryExample: 'MM/YY',
  csc: 'Security code',
  holder: 'Cardholder name',
  holderExample: 'As shown on the card',
  pay: 'Pay',
  tests: 'Test cards',
};

const pt: typeof en = {
  title: 'Pagamento com cartão',
  sandbox: 'Ambiente de teste: nada é cobrado.',
  sandboxMore: 'Use um cartão de teste, nunca um cartão real.',
  number: 'Número do cartão',
  expiry: 'Validade',
  expiryExample: 'MM/AA',
  csc: 'Código de segurança',
  holder: 'Nome no cartão',
  holderExample: 'Como está no cartão',
  pay: 'Pagar',
  tests: 'Cartões de teste',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const CSS = `
:root { --ground: #fff; --ink: #1a1917; --quiet: #5f5b55; --line: #d5d1ca; --edge: #8c877f; --hint: #6f6a63; --field: #fff; --act: #1a1917; --on-act: #fff;
  --wrong: #b3261e; --wrong-ground: #fdf0ee; --note: #f6f3ee; --good: #1d6b3a; --focus: #2457d6; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1b1a18; --ink: #f3f0eb; --quiet: #aba69e; --line: #45423d; --edge: #827d75; --hint: #9a958d; --field: #24221f; --act: #f3f0eb;
    --on-act: #1b1a18; --wrong: #ff9b91; --wrong-ground: #3a201d; --note: #2a2825; --good: #7fd39c; --focus: #8fb0ff; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 600px; margin: 0 auto; padding: clamp(16px, 4vw, 24px); }
p { margin: 0; text-wrap: pretty; }
.sandbox { margin-bottom: 16px; padding: 8px 12px; border-radius: 8px; background: var(--note); color: var(--quiet); font-size: 14px; }
.sandbox strong { color: var(--ink); }
.total { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 4px 16px;
  margin: 0 0 16px; padding-bottom: 16px; border-bottom: 1px solid var(--line); }
h1 { margin: 0; color: var(--quiet); font: inherit; overflow-wrap: anywhere; }
.total strong { font-size: 20px; font-variant-numeric: tabular-nums; }
#message:not(:empty) { margin: 16px 0; padding: 12px; border: 1px solid currentColor; border-radius: 8px;
  background: var(--wrong-ground); color: var(--wrong); font-size: 15px; }
#message.calm:not(:empty) { background: var(--note); color: var(--ink); border-color: var(--line); }
#message.good:not(:empty) { background: var(--note); color: var(--good); }
form { display: grid; gap: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.field { min-width: 0; }
.pair .field { display: flex; flex-direction: column; }
.pair label { flex: 1 0 auto; }
label { display: block; margin-bottom: 4px; font-size: 14px; font-weight: 600; }
input { width: 100%; height: 48px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 8px;
  background: var(--field); color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
input::placeholder { color: var(--hint); opacity: 1; }
input[aria-invalid="true"] { border-color: var(--wrong); }
.wrong:not(:empty) { margin-top: 4px; color: var(--wrong); font-size: 14px; }
button { height: 52px; border: 0; border-radius: 8px; background: var(--act); color: var(--on-act);
  font: inherit; font-weight: 600; cursor: pointer; font-variant-numeric: tabular-nums; }
button:disabled { opacity: .6; cursor: default; }
input:focus-visible, button:focus-visible, summary:focus-visible, a:focus-visible {
  outline: 3px solid var(--focus); outline-offset: 2px; }
details { margin-top: 16px; border-top: 1px solid var(--line); padding-top: 8px; font-size: 14px; color: var(--quiet); }
summary { padding: 8px 0; cursor: pointer; font-weight: 600; color: var(--ink); }
details ul { margin: 4px 0 12px; padding: 0; list-style: none; }
details li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; padding: 2px 0; }
code { font: 14px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--ink); }
table { width: 100%; margin: 4px 0 12px; border-collapse: collapse; }
th, td { padding: 2px 0; text-align: left; font-weight: 400; }
td { text-align: right; }
.back { margin-top: 16px; text-align: center; font-size: 15px; }
.back a { color: inherit; }
`;

// The messages of the card page in Brazilian Portuguese, by the English sentence.

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
