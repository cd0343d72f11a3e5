// The choice of a payment method, where several are offered. Loaded on demand, into the place of the card form.
import type { OfferedMethod } from './checkout-texts.ts';
import { paymentFormId, type ShowForm } from './payment-library.ts';

const lastMethodKey = 'payment-method';
/** The place has the height and the white of a form of a gateway. */
const ownLook = ['bg-transparent!', 'min-h-0!'];

/** A list of buttons: the method of the buyer's last payment comes first. */
export function showMethods(methods: readonly OfferedMethod[]): ShowForm {
  return async ({ words: { lang, choice }, onMethod }) => {
    const host = document.getElementById(paymentFormId);
    if (!host || !choice) return () => {};
    const last = readLast();
    const list = make('div', 'flex flex-col gap-3 p-4 sm:p-5');
    list.role = 'group';
    const title = make('p', 'text-lg font-bold', choice.title);
    title.id = 'method-choice';
    list.setAttribute('aria-labelledby', title.id);
    list.append(title);
    for (const { method, titles } of withFirst(methods, last)) {
      const button = make('button', buttonLook);
      button.type = 'button';
      const note = choice.notes[method];
      button.append(
        make('span', 'font-semibold', titles[lang] || choice.titles[method]),
        make('span', 'text-sm text-muted', method === last ? `${choice.last}. ${note}` : note),
      );
      button.addEventListener('click', () => {
        saveLast(method);
        onMethod(method);
      });
      list.append(button);
    }
    host.classList.add(...ownLook);
    host.append(list);
    return () => {
      list.remove();
      host.classList.remove(...ownLook);
    };
  };
}

const buttonLook =
  'flex flex-col rounded-card border border-hairline bg-surface px-4 py-3.5 text-left hover:not-disabled:border-edge';

/** The form of a chosen method, with the way back to the others above it. */
export function besideOthers(show: ShowForm): ShowForm {
  return async (events) => {
    const { choice } = events.words;
    const back = make(
      'button',
      'mb-4 text-left font-semibold text-blue-ink underline underline-offset-4',
      choice?.other,
    );
    back.type = 'button';
    back.addEventListener('click', () => events.onMethod());
    const remove = await show(events);
    document.getElementById(paymentFormId)?.before(back);
    return () => {
      back.remove();
      remove();
    };
  };
}

function withFirst(methods: readonly OfferedMethod[], first: string | null): OfferedMethod[] {
  return [...methods].sort((a, b) => Number(b.method === first) - Number(a.method === first));
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function readLast(): string | null {
  try {
    return localStorage.getItem(lastMethodKey);
  } catch {
    return null;
  }
}

function saveLast(method: string): void {
  try {
    localStorage.setItem(lastMethodKey, method);
  } catch {
    // Storage is full or blocked.
  }
}
