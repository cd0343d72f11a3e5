// The link field at the checkout: typing, pasting, and what it shows.
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { noPostTexts } from '../../../contract/refusal-reasons.ts';
import { click, type } from '../../testing.tsx';
import { create, freshBrowser, open, post } from '../checkout/testing.tsx';

freshBrowser();

const reel = 'https://www.instagram.com/reel/C8xAbCdEfGh/';
const typed = 'instagram.com/p/C8xAbCdEfGh';

async function paste(input: Element | undefined, text: string): Promise<boolean> {
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => text },
  });
  return act(async () => input?.dispatchEvent(event) ?? false);
}

/** The checkout with what the fields show. */
function openFields(...given: Parameters<typeof open>) {
  const screen = open(...given);
  const values = () => screen.links().map(({ value }) => value);
  const status = (at = 0) => screen.one(`#post-${at}-status`).textContent ?? '';
  const changes = () => screen.all('button[id$=-change]');
  return { ...screen, values, status, changes };
}

describe('a pasted text', () => {
  it('CHK-20: becomes the chip of its first link, in a specified form, and the order is placed with it', async () => {
    const { links, values, status, changes, fill, complete, to } = openFields();
    await fill('a@b.co');
    expect(
      await paste(links()[0], `Look at this 🔥 http://m.instagram.com/reel/C8xAbCdEfGh/?igsh=x&utm_source=y`),
    ).toBe(false);
    expect(values()).toEqual([reel]);
    expect(status()).toContain('Reel · C8xAbCdEfGh');
    expect(status()).toContain('Removed from the link: igsh, utm_source');
    expect(changes()).toHaveLength(1);
    await complete();
    expect(to(create)[0]?.input).toMatchObject({ body: { post_links: [reel] } });
  });

  it('CHK-6: with several links fills several fields, five at most', async () => {
    const { links, values, text, button } = openFields();
    await click(button(/^\+ Add/));
    await paste(links()[0], [1, 2, 3].map((at) => post(`Code${at}`)).join('\n'));
    expect(values()).toEqual([post('Code1'), post('Code2'), post('Code3')]);
    expect(text()).toContain('3 links added.');
    await paste(links()[2], [3, 4, 5, 6, 7].map((at) => post(`Code${at}`)).join(' '));
    expect(values()).toEqual([1, 2, 3, 4, 5].map((at) => post(`Code${at}`)));
    expect(text()).toContain('An order takes at most 5 links. Not added: 2.');
  });

  it('A-17: without a link goes into the field as it is, which repeats the rule in red', async () => {
    const { links, text } = openFields();
    expect(await paste(links()[0], 'my last post')).toBe(true);
    await type(links()[0] as Element, 'my last post');
    expect(links()[0]?.getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain(messages.linkHelp);
  });
});

describe('a typed link', () => {
  /** One character after the other, as a keyboard does. */
  const typeSlowly = async (input: Element | undefined, text: string) => {
    for (let length = 1; length <= text.length; length += 1) await type(input as Element, text.slice(0, length));
  };

  it('CHK-21, A-17: is not judged before it can be wrong, and becomes a chip when the buyer leaves the field', async () => {
    const { links, values, changes } = openFields();
    const [input] = links();
    await act(async () => input?.focus());
    await typeSlowly(input, 'https://www.inst');
    expect(input?.getAttribute('aria-invalid')).toBeNull();
    await typeSlowly(input, typed);
    expect([values(), changes()]).toEqual([[typed], []]);
    await act(async () => input?.blur());
    expect(values()).toEqual([post('C8xAbCdEfGh')]);
    expect(changes()).toHaveLength(1);
  });

  it('CHK-17: is rewritten on submit, too', async () => {
    const { links, fill, complete, values, to } = openFields();
    await fill('a@b.co');
    await typeSlowly(links()[0], `http://${typed}`);
    await complete();
    expect(values()).toEqual([post('C8xAbCdEfGh')]);
    expect(to(create)[0]?.input).toMatchObject({ body: { post_links: [post('C8xAbCdEfGh')] } });
  });

  it('is judged after a pause, without leaving the field', async () => {
    vi.useFakeTimers();
    const { links, status } = openFields();
    await typeSlowly(links()[0], 'instagram.com/ana.souza');
    expect(status()).toBe('');
    await act(async () => vi.advanceTimersByTimeAsync(1_000));
    expect(status()).toContain(messages.linkHint);
    vi.useRealTimers();
  });

  it('the chip opens for a change, with the focus in the field', async () => {
    const { links, fill, changes } = openFields();
    await fill('', reel);
    await click(changes()[0] as Element);
    expect(changes()).toEqual([]);
    expect(document.activeElement).toBe(links()[0]);
  });
});

describe('a link that is no post', () => {
  it.each([
    ['https://www.instagram.com/ana.souza?igsh=1', 'It opens a profile.', 'Profile · ana.souza'],
    ['instagram.com/stories/ana.souza/34123/', 'It opens a story', 'Story · ana.souza'],
    ['instagram.com/stories/highlights/17912345678901234/', 'It opens a highlight.', 'Highlight'],
    ['instagram.com/reels/audio/123456/', 'another page of Instagram', 'Instagram page'],
  ])('A-11: %s gets advice, and a chip after "Use anyway"', async (link, advice, chip) => {
    const { fill, status, changes, button } = openFields();
    await fill('', link);
    expect(status()).toContain(messages.linkHint);
    expect(status()).toContain(advice);
    expect(changes()).toEqual([]);
    await click(button('Use anyway'));
    expect(status()).toContain(chip);
    expect(status()).toContain('Not a post. You chose to use this link.');
    expect(status()).not.toContain(messages.linkHint);
    expect(changes()).toHaveLength(1);
  });

  it('A-11: stays accepted after a reload, and when it was accepted on the home page', async () => {
    const profile = 'https://www.instagram.com/ana.souza/';
    const first = openFields();
    await first.fill('', profile);
    await click(first.button('Use anyway'));
    const later = openFields();
    expect(later.status()).toContain('Profile · ana.souza');
    expect(later.changes()).toHaveLength(1);
    await later.fill('', 'https://www.instagram.com/another.one/');
    expect(later.status()).toContain(messages.linkHint);
  });

  it.each([
    ['https://www.instagram.com/', 'home'],
    ['instagram.com/p/', 'code'],
    ['https://www.instagram.com/explore/tags/sun/', 'explore'],
    ['https://www.instagram.com/accounts/edit/', 'accounts'],
    ['https://www.instagram.com/share/', 'share'],
  ] as const)('D-51: %s cannot be used, and the field says why', async (link, kind) => {
    const { fill, one, links, all } = openFields();
    await fill('', link);
    expect(one('#post-0-help').textContent).toContain(noPostTexts[kind]);
    expect(links()[0]?.getAttribute('aria-invalid')).toBe('true');
    expect(all('button').filter(({ textContent }) => textContent === 'Use anyway')).toEqual([]);
  });

  it('a shared link is a chip with a hint, and nothing resolves it', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { fill, status, calls } = openFields();
    await fill('', 'https://www.instagram.com/share/reel/BAxYz12345?igsh=1');
    expect(status()).toContain('Shared link');
    expect(status()).toContain('Make sure that it is the right one.');
    expect([calls, fetched.mock.calls]).toEqual([[], []]);
  });
});

it('HOME-17: after a reload the kept links are chips again', () => {
  sessionStorage.setItem(
    'orderInProgress',
    JSON.stringify({ posts: [reel, 'instagram.com/p/Short/?igsh=1', 'half a li'] }),
  );
  const { changes, status } = openFields();
  expect(changes()).toHaveLength(2);
  expect([0, 1, 2].map(status)).toEqual([
    expect.stringContaining('Reel · C8xAbCdEfGh'),
    expect.stringContaining('Post · Short'),
    '',
  ]);
});

it('D-27: has its texts in Portuguese', async () => {
  const { fill, status, button } = openFields({}, 'pt');
  await fill('', 'https://www.instagram.com/ana.souza');
  expect(status()).toContain('Ele abre um perfil.');
  await click(button('Usar mesmo assim'));
  expect(status()).toContain('Perfil · ana.souza');
});

describe('the Paste button', () => {
  const onTouch = (readText?: () => Promise<string>) => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList,
    );
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: readText ? { readText } : undefined });
  };
  beforeEach(() => onTouch());
  afterEach(() => vi.restoreAllMocks());

  it('fills the fields from the clipboard', async () => {
    onTouch(async () => `see ${reel}?igsh=1`);
    const { button, values, changes } = openFields();
    await click(button('Paste into Post URL'));
    expect(values()).toEqual([reel]);
    expect(changes()).toHaveLength(1);
  });

  it('leads to the field when the buyer does not allow it', async () => {
    onTouch(() => Promise.reject(new Error('NotAllowedError')));
    const { button, links } = openFields();
    await click(button('Paste into Post URL'));
    expect(document.activeElement).toBe(links()[0]);
  });

  it('is absent where no clipboard can be read', () => {
    expect(openFields().all('button[aria-label^=Paste]')).toEqual([]);
  });
});
