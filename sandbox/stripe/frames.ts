// The pages inside the frames of Stripe's library: the card fields, the buttons of wallets, and the steps that cover the page.
import { TEST_CARDS } from './cards.ts';
import type { Wallet } from './objects.ts';

interface FrameOptions {
  /** Of the page's scripts and styles; none where no policy forbids them. */
  nonce?: string;
  /** The language of the library, such as `pt-BR`. */
  locale?: string | null;
  wallets?: readonly Wallet[];
}

export const FRAMES: Readonly<Record<string, (options: FrameOptions) => string>> = {
  '/card': (options) => render(options, cardFields(textsFor(options)), CARD_SCRIPT),
  '/wallets': (options) => {
    const { wallets = [] } = options;
    const names = wallets.map((name) => `${name}=${WALLETS[name]}`);
    return render(options, `<div class="row">${buttons(names)}</div>`, `ready('${wallets.join(' ')}');`);
  },
  '/sheet': (options) => render(options, sheet(textsFor(options).sheet, textsFor(options).sheetButtons)),
  '/challenge': (options) => render(options, sheet(textsFor(options).challenge, textsFor(options).challengeButtons)),
};

const WALLETS: Record<Wallet, string> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' };

const EN = {
  lang: 'en',
  sandbox: 'Sandbox.',
  sandboxMore: 'No money moves. Use a test card.',
  number: 'Card number',
  expiry: 'Expiry',
  expiryExample: 'MM/YY',
  csc: 'CVC',
  wrong: { number: 'Check the card number.', expiry: 'Enter the date as MM/YY.', csc: 'Enter the 3 or 4 digits.' },
  tests: 'Test cards',
  sheet: 'Pay with the wallet?',
  sheetButtons: ['pay=Pay', 'cancel=Cancel'],
  challenge: 'Confirm this payment with your bank.',
  challengeButtons: ['complete=Complete', 'fail=Fail'],
};

const PT: typeof EN = {
  lang: 'pt-BR',
  sandbox: 'Modo de teste.',
  sandboxMore: 'Nenhum dinheiro é movimentado. Use um cartão de teste.',
  number: 'Número do cartão',
  expiry: 'Validade',
  expiryExample: 'MM/AA',
  csc: 'CVC',
  wrong: {
    number: 'Confira o número do cartão.',
    expiry: 'Digite a data como MM/AA.',
    csc: 'Digite os 3 ou 4 dígitos.',
  },
  tests: 'Cartões de teste',
  sheet: 'Pagar com a carteira?',
  sheetButtons: ['pay=Pagar', 'cancel=Cancelar'],
  challenge: 'Confirme este pagamento com seu banco.',
  challengeButtons: ['complete=Confirmar', 'fail=Recusar'],
};

function textsFor({ locale }: FrameOptions): typeof EN {
  return locale?.startsWith('pt') ? PT : EN;
}

function buttons(choices: readonly string[]): string {
  return choices
    .map((choice) => choice.split('='))
    .map(([value, label]) => `<button id="${value}" type="button">${label}</button>`)
    .join('');
}

function sheet(title: string, choices: readonly string[]): string {
  return `<div class="back"><div class="sheet" role="dialog" aria-label="${title}"><p>${title}</p>${buttons(choices)}</div></div>`;
}

function cardFields(texts: typeof EN): string {
  const field = (name: 'number' | 'expiry' | 'csc', label: string, more: string) => `<div>
<label for="${name}">${label}</label>
<input id="${name}" inputmode="numeric" ${more} required>
<p class="wrong" id="${name}-wrong" data-wrong="${texts.wrong[name]}"></p>
</div>`;
  const cards = TEST_CARDS.map(
    ({ number, label }) =>
      `<tr><th scope="row"><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code></th><td>${label}</td></tr>`,
  );
  return `<p class="sandbox"><strong>${texts.sandbox}</strong> ${texts.sandboxMore}</p>
${field('number', texts.number, 'autocomplete="cc-number" maxlength="23" placeholder="4242 4242 4242 4242"')}
<div class="row">
${field('expiry', texts.expiry, `autocomplete="cc-exp" maxlength="5" placeholder="${texts.expiryExample}"`)}
${field('csc', texts.csc, 'autocomplete="cc-csc" maxlength="4" placeholder="123"')}
</div>
<details><summary>${texts.tests}</summary><table lang="en"><tbody>${cards.join('')}</tbody></table></details>`;
}

function render({ nonce, locale }: FrameOptions, body: string, script = ''): string {
  const withNonce = nonce === undefined ? '' : ` nonce="${nonce}"`;
  return `<!doctype html>
<html lang="${textsFor({ locale }).lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Stripe</title>
<style${withNonce}>${CSS}</style>
</head>
<body>
${body}
<script${withNonce}>${COMMON_SCRIPT}${script}</script>
</body>
</html>
`;
}

const CSS = `
body { margin: 0; font: 16px/1.4 var(--fontFamily, system-ui, sans-serif); color: var(--colorText); }
button { height: 48px; border: 0; border-radius: var(--borderRadius, 12px); background: #000; color: #fff; font: 600 17px system-ui; }
.night button { background: #fff; color: #000; }
button#link { background: #00d66f; color: #011e0f; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 8px; }
label { font-size: 14px; font-weight: 500; }
input { box-sizing: border-box; width: 100%; height: 44px; margin: 4px 0 0; padding: 0 12px; border: 1px solid #8f8479;
  border-radius: var(--borderRadius, 12px); background: var(--colorBackground); color: var(--colorText); font: inherit; }
input::placeholder { color: var(--colorTextPlaceholder); opacity: 1; }
input:focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: -2px; }
input[aria-invalid=true] { border-color: var(--colorDanger); }
.wrong { margin: 2px 0 10px; min-height: 1px; color: var(--colorDanger); font-size: 14px; }
.sandbox { margin: 0 0 12px; padding: 8px 12px; border-radius: 8px; background: #fdf0c4; color: #4a3800; font-size: 14px; }
summary { padding: 12px 0; color: var(--colorTextSecondary); font-size: 14px; cursor: pointer; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: 4px 0; text-align: left; vertical-align: top; font-weight: 400; }
th { padding-right: 10px; white-space: nowrap; }
.back { position: fixed; inset: 0; background: #0008; }
.sheet { position: fixed; inset: auto 0 0; max-width: 480px; margin: 0 auto; padding: 20px; display: grid; gap: 10px;
  border-radius: 16px 16px 0 0; background: var(--colorBackground, #fff); }
.sheet p { margin: 0 0 4px; font-weight: 600; }
`;

/** The theme and the variables as in Stripe's Appearance API; the size and the choices go to the library. */
const COMMON_SCRIPT = `
const { theme, variables } = JSON.parse(new URLSearchParams(location.search).get('look') || '{}');
document.body.className = theme || '';
for (const name in variables) document.body.style.setProperty('--' + name, variables[name]);
const send = (kind, value) => parent.postMessage({ kind, value }, '*');
for (const button of document.querySelectorAll('button')) button.onclick = () => send('choice', button.id);
const ready = (names) => {
  // A frame without a size yet has no layout.
  if (document.querySelector('button, input') && document.body.scrollHeight === 0) return setTimeout(ready, 20, names);
  send('size', document.body.scrollHeight);
  send('ready', names);
  new ResizeObserver(() => send('size', document.body.scrollHeight)).observe(document.body);
};
`;

const CARD_SCRIPT = `
const input = (name) => document.getElementById(name);
const isRight = {
  number(text) {
    const digits = text.replace(/\\D/g, '');
    let sum = 0;
    [...digits].reverse().forEach((digit, at) => { sum += at % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : +digit; });
    return digits.length >= 12 && sum % 10 === 0;
  },
  expiry: (text) => /^(0[1-9]|1[0-2])\\/\\d\\d$/.test(text),
  csc: (text) => /^\\d{3,4}$/.test(text),
};
const names = Object.keys(isRight);
const mark = (name, isWrong) => {
  const line = input(name + '-wrong');
  input(name).setAttribute('aria-invalid', String(isWrong));
  input(name).setAttribute('aria-describedby', line.id);
  line.textContent = isWrong ? line.dataset.wrong : '';
};
input('number').addEventListener('input', ({ target }) => {
  if (target.selectionStart === target.value.length) target.value = target.value.replace(/\\D/g, '').slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ');
});
input('expiry').addEventListener('input', ({ target, inputType }) => {
  if (inputType === 'deleteContentBackward') return;
  const digits = target.value.replace(/\\D/g, '').replace(/^[2-9]/, '0$&').slice(0, 4);
  target.value = digits.length >= 2 ? digits.slice(0, 2) + '/' + digits.slice(2) : digits;
});
document.addEventListener('input', ({ target }) => {
  mark(target.id, false);
  send('card', names.every((name) => isRight[name](input(name).value)) ? input('number').value : '');
});
// The payer pressed the button, and something is missing.
window.addEventListener('message', ({ data, source }) => {
  if (source !== parent || data !== 'validate') return;
  const wrong = names.filter((name) => !isRight[name](input(name).value));
  for (const name of names) mark(name, wrong.includes(name));
  if (wrong[0]) input(wrong[0]).focus();
});
ready('');
`;
