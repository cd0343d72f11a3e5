// The two steps of the checkout, the errors of its fields, and the browser's history.
import { act } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { click, later, plain, type } from '../../testing.tsx';
import { confirm, create, freshBrowser, init, open, post } from './testing.tsx';

freshBrowser();

const leave = (element: Element | undefined) =>
  act(async () => {
    (element as HTMLElement).focus();
    (element as HTMLElement).blur();
  });

/** The text that an input is described by, where it is marked as wrong. */
function errorOf(input: Element | undefined): string | null {
  if (input?.getAttribute('aria-invalid') !== 'true') return null;
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(ids[0] ?? '')?.textContent ?? '';
}

describe('the errors of the fields', () => {
  it('CHK-17, CHK-18, ERR-5: a submit shows the first broken rule in the card, and marks every field that breaks one', async () => {
    const { fill, complete, card, links, one } = open();
    await fill('', 'https://example.com/', post('a'), '', post('a'));
    await complete();
    expect(card()?.textContent).toContain(messages.emailRequired);
    expect(errorOf(one('#email'))).toBe(messages.emailRequired);
    expect(links().map(errorOf)).toEqual([messages.linkHelp, null, messages.linkEmpty, messages.linkDuplicate]);
  });

  it('CHK-22, CHK-23: a field that is typed in again loses its mark, the others keep theirs', async () => {
    const { fill, complete, button, links, one } = open();
    await fill('a@b', post('a'), '');
    await complete();
    await click(button('Try Again'));
    await type(one('#email'), 'a@b.');
    expect([one('#email'), ...links()].map(errorOf)).toEqual([null, null, messages.linkEmpty]);
    await leave(one('#email'));
    expect(errorOf(one('#email'))).toBe(messages.emailInvalid);
    await click(button('Remove post URL 1'));
    expect(links().map(errorOf)).toEqual([messages.linkEmpty]);
  });

  it('CHK-21, CHK-23: a field is judged when the buyer leaves it, unless it is empty', async () => {
    const { links, one, button } = open();
    await leave(one('#email'));
    expect(errorOf(one('#email'))).toBeNull();
    await type(one('#email'), 'ana@');
    expect(errorOf(one('#email'))).toBeNull();
    await leave(one('#email'));
    expect(errorOf(one('#email'))).toBe(messages.emailInvalid);
    await type(links()[0] as Element, post('a'));
    await click(button(/^\+ Add/));
    await type(links()[1] as Element, `${post('a')}?igsh=1`);
    await leave(links()[1]);
    expect(links().map(errorOf)).toEqual([null, messages.linkDuplicate]);
  });

  it('CHK-4: a field that is added begins without an error', async () => {
    const { fill, complete, button, links } = open();
    await fill('a@b.co', '');
    await complete();
    await click(button('Try Again'));
    await click(button(/^\+ Add/));
    expect(links().map(errorOf)).toEqual([null, null]);
  });
});

describe('the steps', () => {
  it.each([
    ['en', ['Details', 'Payment'], 'Edit your details'],
    ['pt', ['Dados', 'Pagamento'], 'Editar os seus dados'],
  ] as const)(
    'in %s: a list that names the current one; the details fold, and there is one amount',
    async (lang, names, edit) => {
      const { fill, complete, all, one, text, button } = open(
        { [confirm]: () => ({ status: 'pending', order: {} }) },
        lang,
      );
      const steps = () => all('ol > li').map((step) => [step.textContent, step.getAttribute('aria-current')]);
      expect(steps()).toEqual([
        [`1 ${names[0]}`, 'step'],
        [`2 ${names[1]}`, null],
      ]);
      await fill('a@b.co', post('One11111111'), 'https://www.instagram.com/reel/C8xAbCdEfGh/');
      await complete();
      expect(steps().map(([, current]) => current)).toEqual([null, 'step']);
      const shown = text().replace(plain(one('form').textContent), '');
      for (const part of ['a@b.co', 'Post · One11111111', 'Reel · C8xAbCdEfGh', '500 ']) expect(shown).toContain(part);
      expect(shown.match(/\$\s?\d/g)).toHaveLength(1);
      await click(button(edit));
      expect(steps().map(([, current]) => current)).toEqual(['step', null]);
    },
  );
});

describe('the history of the browser', () => {
  const goBack = () =>
    act(async () => {
      window.history.replaceState(null, '');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });

  it('A-24: Back from the card form asks for the payment and returns to the details', async () => {
    const { fill, complete, one, to, go } = open({ [confirm]: () => ({ status: 'pending', order: {} }) });
    await fill('a@b.co', post('a'));
    await complete();
    expect(window.history.state).toEqual({ step: 'payment' });
    await goBack();
    expect(to(confirm)).toHaveLength(1);
    expect(one('form').hidden).toBe(false);
    expect(go).not.toHaveBeenCalled();
  });

  it('CHK-14: Back under the overlay returns to the details, and a late response changes nothing', async () => {
    const created = later<unknown>();
    const { fill, complete, text, to, completeButton } = open({ [create]: () => created.promise });
    await fill('a@b.co', post('a'));
    await complete();
    await goBack();
    expect(text()).not.toContain('Preparing Your Payment');
    expect(completeButton().disabled).toBe(false);
    await created.resolve({ status: 'success', orderId: 'ORDER1' });
    expect(completeButton().disabled).toBe(false);
    // The order is kept: the next try places no other one.
    await complete();
    expect(to(create)).toHaveLength(1);
    expect(to(init).at(-1)?.input.body).toMatchObject({ orderId: 'ORDER1' });
  });
});

it('CHK-14: the overlay says something new while the gateway is slow', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { fill, complete, one } = open({ [create]: () => new Promise(() => {}) });
  await fill('a@b.co', post('a'));
  await complete();
  const status = () => one('dialog [role=status]').textContent;
  expect(status()).toBe('Preparing Your PaymentPlacing your order ...');
  await act(async () => vi.advanceTimersByTimeAsync(4_000));
  expect(status()).toContain('This is taking longer than usual.');
  await act(async () => vi.advanceTimersByTimeAsync(8_000));
  expect(status()).toContain('Still waiting for an answer.');
  expect(status()).toContain('Preparing Your Payment');
});

it('CHK-14: once the order is placed, the overlay names the next step', async () => {
  const { fill, complete, one } = open({ [init]: () => new Promise(() => {}) });
  await fill('a@b.co', post('a'));
  await complete();
  expect(one('dialog [role=status]').textContent).toBe('Preparing Your PaymentLoading the secure card form ...');
});
