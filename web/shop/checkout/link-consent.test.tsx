// Complete Order with links that open no post: what stops, and what the buyer chooses to use.
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { noPostTexts } from '../../../contract/refusal-reasons.ts';
import { click, type } from '../../testing.tsx';
import { create, freshBrowser, open, page, post } from './testing.tsx';

freshBrowser();

const profile = 'https://www.instagram.com/some.user/';
const story = 'https://www.instagram.com/stories/some.user/34123/';
const scrolled: Element[] = [];
beforeEach(() => {
  scrolled.length = 0;
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled.push(this);
  };
});

const afterTimers = () => act(async () => new Promise((resolve) => setTimeout(resolve)));
function openForm(...given: Parameters<typeof open>) {
  const screen = open(...given);
  const complete = async () => {
    await screen.complete();
    await afterTimers();
  };
  const status = (at: number) => screen.one(`#post-${at}-status`).textContent ?? '';
  const acceptLink = (name = 'Use anyway') => click(screen.button(name));
  return { ...screen, complete, status, acceptLink, focused: () => document.activeElement?.id };
}

describe('a link that opens no post', () => {
  it('D-51: stops Complete Order, gets the focus with its advice in view, and nothing is sent', async () => {
    const { fill, complete, card, calls, focused, status } = openForm();
    await fill('a@b.co', post('a'), profile);
    await complete();
    expect([calls, card(), focused()]).toEqual([[], undefined, 'post-1']);
    expect(status(1)).toContain(messages.linkHint);
    expect(status(1)).toContain('It opens a profile.');
    expect(scrolled.at(-1)?.querySelector('#post-1-status')).not.toBeNull();
    await complete();
    expect([calls, focused()]).toEqual([[], 'post-1']);
  });

  it.each([
    ['a story', story],
    ['a highlight', 'https://www.instagram.com/stories/highlights/17912345678901234/'],
    ['another path', 'https://www.instagram.com/reels/audio/123456/'],
    ['the tab of a profile', 'https://www.instagram.com/some.user/tagged/'],
  ])('D-51: %s stops, too, until it is accepted', async (_, link) => {
    const { fill, complete, calls, to, acceptLink, focused } = openForm();
    await fill('a@b.co', link);
    await complete();
    expect([calls, focused()]).toEqual([[], 'post-0']);
    await acceptLink();
    await complete();
    expect(to(create)[0]?.input).toMatchObject({ body: { post_links: [link] } });
  });

  it('D-51: each needs its own consent, in their order; one that is changed needs none', async () => {
    const { fill, links, complete, calls, to, acceptLink, focused } = openForm();
    await fill('a@b.co', profile, post('a'), story);
    await complete();
    expect(focused()).toBe('post-0');
    await acceptLink();
    await complete();
    expect([calls, focused()]).toEqual([[], 'post-2']);
    await type(links()[2] as Element, post('b'));
    await complete();
    expect(to(create)[0]?.input).toMatchObject({ body: { post_links: [profile, post('a'), post('b')] } });
  });

  it('D-51: a link that is still being typed when Enter is pressed stops with its advice', async () => {
    const { fill, links, complete, calls, to, status, acceptLink } = openForm();
    await fill('a@b.co');
    await act(async () => links()[0]?.focus());
    const text = 'http://instagram.com/some.user';
    for (let length = 1; length <= text.length; length += 1) await type(links()[0] as Element, text.slice(0, length));
    expect(status(0)).toBe('');
    await complete();
    expect(calls).toEqual([]);
    expect(status(0)).toContain('It opens a profile.');
    await acceptLink();
    await complete();
    expect(to(create)[0]?.input).toMatchObject({ body: { post_links: ['https://www.instagram.com/some.user'] } });
  });

  it('D-51: an accepted link that is changed to another profile stops again', async () => {
    const { fill, complete, calls, acceptLink } = openForm();
    await fill('a@b.co', profile);
    await acceptLink();
    await fill('a@b.co', 'https://www.instagram.com/another.one/');
    await complete();
    expect(calls).toEqual([]);
  });

  it('CHK-17, D-51: the five rules come before it', async () => {
    const { fill, complete, card } = openForm();
    await fill('', profile);
    await complete();
    expect(card()?.textContent).toContain(messages.emailRequired);
  });

  it('D-51: shared links and posts need no consent', async () => {
    const shared = ['https://www.instagram.com/share/BAxYz12345', 'https://www.instagram.com/share/reel/_aB1cD2eF3'];
    const { fill, complete, to } = openForm();
    await fill('a@b.co', ...shared, post('a'));
    await complete();
    expect(to(create)[0]?.input).toMatchObject({ body: { post_links: [...shared, post('a')] } });
  });

  it('D-51: the payment step names it, and that the buyer chose it', async () => {
    page.Checkout = { configure: vi.fn(), showEmbeddedPage: vi.fn() };
    const { fill, complete, acceptLink, text, all } = openForm({}, 'pt');
    await fill('a@b.co', post('C8xAbCdEfGh'), profile);
    await acceptLink('Usar mesmo assim');
    await complete();
    expect(text()).toContain('Perfil · some.user');
    const chips = all('section[aria-labelledby=details-title] li').map(({ textContent }) => textContent);
    expect(chips).toEqual(['Post · C8xAbCdEfGh', 'Perfil · some.userVocê escolheu usar este link.']);
  });
});

describe('a link that can never be a post', () => {
  it.each([
    ['https://www.instagram.com/', 'home'],
    ['instagram.com/reel/', 'code'],
    ['https://www.instagram.com/explore/tags/sun/', 'explore'],
    ['https://www.instagram.com/direct/inbox/', 'direct'],
    ['instagram.com/stories/', 'stories'],
  ] as const)('D-51, ERR-6: %s is refused with the sentence of its kind, and nothing is sent', async (link, kind) => {
    const { fill, complete, card, one, button, calls, focused } = openForm();
    await fill('a@b.co', post('a'), link);
    await complete();
    expect(card()?.querySelector('h2')?.textContent).toBe('Instagram Trouble!');
    expect(card()?.textContent).toContain('This link does not open a post.');
    expect(one('#post-1-help').textContent).toContain(noPostTexts[kind]);
    expect(calls).toEqual([]);
    await click(button('Try Again'));
    await afterTimers();
    expect(focused()).toBe('post-1');
  });

  it('D-51: cannot be accepted, even by what this tab kept', async () => {
    const link = 'https://www.instagram.com/explore/';
    sessionStorage.setItem('orderInProgress', JSON.stringify({ email: 'a@b.co', posts: [link], accepted: [link] }));
    const { complete, card, calls } = openForm();
    await complete();
    expect([calls, card()?.querySelector('h2')?.textContent]).toEqual([[], 'Instagram Trouble!']);
  });

  it('D-70: the sign-in page that names a post is rewritten to the post', async () => {
    const { fill, complete, to } = openForm();
    await fill('a@b.co', 'https://www.instagram.com/accounts/login/?next=%2Fp%2FDAfXiNinAXB%2F');
    await complete();
    expect(to(create)[0]?.input).toMatchObject({ body: { post_links: [post('DAfXiNinAXB')] } });
  });

  it('D-27: the sentences are in Portuguese', async () => {
    const { fill, complete, card, one } = openForm({}, 'pt');
    await fill('a@b.co', 'https://www.instagram.com/accounts/edit/');
    await complete();
    expect(card()?.textContent).toContain('Este link não abre uma publicação.');
    expect(one('#post-0-help').textContent).toContain('Este link abre uma conta, não uma publicação.');
  });
});
