// The error card after its field was mended (D-65): the card says so, and leads to Try Again.
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api.ts';
import { click, type } from '../../testing.tsx';
import { create, freshBrowser, init, open, post } from './testing.tsx';

freshBrowser();

type Opened = ReturnType<typeof open>;

const titleOf = ({ card }: Opened) => card()?.querySelector('h2')?.textContent;
const focus = (element: HTMLElement) => act(async () => element.focus());
const leave = (element: HTMLElement) => act(async () => element.blur());
const isAtRetry = ({ button }: Opened, name = 'Try Again') => document.activeElement === button(name);

function pressEnter(element: HTMLElement): Promise<void> {
  const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  return act(async () => void element.dispatchEvent(press));
}

async function mend(field: HTMLElement, text: string): Promise<void> {
  await focus(field);
  await type(field, text);
}

const good = post('a');
const rules: readonly [string, email: string, links: string[], field: string, mended: string][] = [
  ['CHK-19: no email', '', [good], '#email', 'a@b.co'],
  ['CHK-20: not a link of Instagram', 'a@b.co', ['nonsense'], '#post-0', good],
  ['CHK-21: an empty link', 'a@b.co', [good, ''], '#post-1', post('b')],
  ['CHK-22: the same post twice', 'a@b.co', [good, good], '#post-1', post('b')],
  ['CHK-23: an email that is none', 'a@b', [good], '#email', 'a@b.co'],
];

describe.each(rules)('D-65, %s', (_rule, email, links, field, mended) => {
  const broken = async () => {
    const page = open();
    await page.fill(email, ...links);
    await page.complete();
    return { page, input: page.one<HTMLInputElement>(field) };
  };

  it('left when it is mended, the card says so, and Try Again has the focus', async () => {
    const { page, input } = await broken();
    await mend(input, mended);
    expect(titleOf(page)).toBe('Missing Something!');
    expect(document.activeElement).toBe(input);
    await leave(input);
    expect(titleOf(page)).toBe('Fixed. Try Again');
    expect(isAtRetry(page)).toBe(true);
    expect(page.completeButton().disabled).toBe(true);
    expect(page.card()?.textContent).toBe('Fixed. Try AgainTry Again');
    await click(page.button('Try Again'));
    expect(page.card()).toBeUndefined();
    expect(page.completeButton().disabled).toBe(false);
    expect(page.calls).toEqual([]);
  });

  it('Enter in it does the same, and sends nothing', async () => {
    const { page, input } = await broken();
    await mend(input, mended);
    await pressEnter(input);
    expect(titleOf(page)).toBe('Fixed. Try Again');
    expect(isAtRetry(page)).toBe(true);
    expect(page.calls).toEqual([]);
  });

  it('left as it is, or still wrong, the card stays', async () => {
    const { page, input } = await broken();
    await pressEnter(input);
    await focus(input);
    await focus(page.button(/^\+ Ad/));
    expect(titleOf(page)).toBe('Missing Something!');
    await mend(input, field === '#email' ? 'a@' : 'https://example.com/p/a/');
    await pressEnter(input);
    await focus(page.button(/^\+ Ad/));
    expect(titleOf(page)).toBe('Missing Something!');
    expect(isAtRetry(page)).toBe(false);
  });
});

describe('the card after an error', () => {
  it('D-65: in Portuguese', async () => {
    const page = open({}, 'pt');
    await page.fill('', good);
    await page.complete();
    await mend(page.one('#email'), 'a@b.co');
    await pressEnter(page.one('#email'));
    expect(titleOf(page)).toBe('Corrigido. Tentar novamente');
    expect(isAtRetry(page, 'Tentar novamente')).toBe(true);
  });

  it('D-65: a field that is wrong again turns the card back', async () => {
    const page = open();
    await page.fill('', good);
    await page.complete();
    const email = page.one<HTMLInputElement>('#email');
    await mend(email, 'a@b.co');
    await pressEnter(email);
    await mend(email, 'a@b');
    expect(titleOf(page)).toBe('Fixed. Try Again');
    await focus(page.button(/^\+ Ad/));
    expect(titleOf(page)).toBe('Missing Something!');
  });

  it('D-65: another field can be left once the card has turned', async () => {
    const page = open();
    await page.fill('', good);
    await page.complete();
    await mend(page.one('#email'), 'a@b.co');
    await pressEnter(page.one('#email'));
    await mend(page.one('#post-0'), post('b'));
    await focus(page.button(/^\+ Ad/));
    expect(document.activeElement).toBe(page.button(/^\+ Ad/));
  });

  it('D-65: several wrong fields are mended one after the other', async () => {
    const page = open();
    await page.fill('', 'nonsense', good);
    for (const [field, mended] of [
      ['#email', 'a@b.co'],
      ['#post-0', good],
      ['#post-1', post('b')],
    ] as const) {
      await page.complete();
      expect(titleOf(page)).toBe('Missing Something!');
      await mend(page.one(field), mended);
      await pressEnter(page.one(field));
      expect(titleOf(page)).toBe('Fixed. Try Again');
      await click(page.button('Try Again'));
    }
    await page.complete();
    expect(page.to(create)).toHaveLength(1);
  });

  it('D-65: after a link was removed, the one that took its place must not count as mended', async () => {
    const page = open();
    await page.fill('a@b.co', good, 'nonsense', post('c'));
    await page.complete();
    await click(page.one('button[aria-label="Remove post URL 1"]'));
    await focus(page.one('#post-0'));
    await focus(page.button(/^\+ Ad/));
    expect(titleOf(page)).toBe('Missing Something!');
    await mend(page.one('#post-0'), post('d'));
    await pressEnter(page.one('#post-0'));
    expect(titleOf(page)).toBe('Fixed. Try Again');
  });

  it('D-65: a failure without a field stays as it is', async () => {
    const page = open({
      [create]: () => {
        throw new ApiError(500, {});
      },
    });
    await page.fill('a@b.co', good);
    await page.complete();
    await mend(page.one('#email'), 'c@d.co');
    await pressEnter(page.one('#email'));
    await focus(page.one('#post-0'));
    expect(page.card()?.dataset.failure).toBe('server');
    expect(isAtRetry(page)).toBe(false);
  });
});

describe('an email that the gateway refuses', () => {
  const sentence = 'The payment system does not accept this email address. Please use another one.';
  const refuse = () => {
    throw new ApiError(400, { code: 'invalid_input', reason: 'email_refused', field: 'email' });
  };

  it('rule 13, D-65: is named by the card and at the field, until it is another one', async () => {
    const page = open({ [init]: refuse });
    await page.fill('a@b.co', good);
    await page.complete();
    const email = page.one<HTMLInputElement>('#email');
    const atField = () => page.one('#email-help').textContent;
    expect(page.card()?.textContent).toContain(sentence);
    expect([atField(), email.getAttribute('aria-invalid')]).toEqual([sentence, 'true']);
    await pressEnter(email);
    expect(titleOf(page)).toBe('Missing Something!');
    await mend(email, 'c@d.co');
    expect(email.getAttribute('aria-invalid')).toBeNull();
    await pressEnter(email);
    expect(titleOf(page)).toBe('Fixed. Try Again');
    expect(email.getAttribute('aria-invalid')).toBeNull();
    await mend(email, 'a@b.co');
    expect(atField()).toBe(sentence);
  });
});
