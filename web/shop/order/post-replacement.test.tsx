import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '../../../contract/languages.ts';
import type { LinkRequestState } from '../../../contract/link-requests.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { ApiError } from '../../api.ts';
import { type Call, click, draw, fakeApi, pageData, type } from '../../testing.tsx';
import { fakeBrowser, pageOf } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import OrderIsland from './order-island.tsx';
import { paidOrder } from './testing-orders.tsx';

fakeBrowser();

/** The checkout page, which contains the texts of the field. */
async function checkoutDocument(path: unknown): Promise<Response> {
  const { linkField } = textsOf(path === '/checkout' ? 'en' : 'pt').checkout.island;
  const data = { island: { words: { texts: { linkField } } } };
  return new Response(`<script id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`);
}

const call = 'POST /api/orders/{id}/request-link';
const oldLink = 'https://www.instagram.com/reel/C8xAbCdEfGh/';
const newLink = 'https://www.instagram.com/p/NewPost0001/';

function orderWith(change: Partial<OrderPage['posts'][number]>): OrderPage {
  return {
    ...paidOrder,
    posts: paidOrder.posts.slice(0, 2).map((post, at) => (at === 0 ? { ...post, ...change } : post)),
  };
}
const requestIn = (state: LinkRequestState, reason: string | null = null) => ({
  link_request: { new_link: newLink, state, reason, requested_at: '2026-03-14T15:00:00Z', holds: true as const },
});

async function open(order: OrderPage, answer: (call: Call) => unknown = () => order, lang: Language = 'en') {
  window.history.replaceState(null, '', `/order/${order.id}/the-key`);
  const fake = fakeApi({ [call]: answer, 'GET /api/orders/{id}/page': () => order });
  const island = (
    <OrderIsland lang={lang} texts={textsOf(lang).order} order={order} againCents={undefined} api={fake.api} />
  );
  const screen = draw(pageOf(pageData('order', { lang, order, path: window.location.pathname }), island));
  await act(() => vi.dynamicImportSettled());
  const button = (name: string) => {
    const found = screen.all('[aria-labelledby=posts] button').find((one) => one.textContent === name);
    if (!found) throw new Error(`no button ${name}`);
    return found;
  };
  return {
    ...fake,
    ...screen,
    button,
    buttons: () => screen.all('[aria-labelledby=posts] button').map(({ textContent }) => textContent),
    ask: async (link: string) => {
      await type(screen.one('#new-link-0'), link);
      await act(async () => screen.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    },
  };
}

async function openForm(...given: Parameters<typeof open>) {
  const screen = await open(...given);
  await click(screen.button('Use another post'));
  // The form appears after its texts and code are loaded.
  for (let rounds = 0; rounds < 200 && screen.all('#new-link-0').length === 0; rounds += 1) {
    await act(async () => new Promise((done) => setTimeout(done, 10)));
  }
  return screen;
}

const otherOrder: OrderPage = {
  ...paidOrder,
  link_rule: 'youtube-video',
  posts: paidOrder.posts.slice(0, 1).map((post) => ({
    ...post,
    kind: null,
    shortcode: null,
    post_link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    opens: { kind: 'tv', name: 'dQw4w9WgXcQ', fits: true },
    can_replace: true,
  })),
};

describe('D-107: an order of another link rule', () => {
  it.each([
    [
      'en',
      'Use another post',
      'This link opens a channel, but this order needs a YouTube video.',
      'Video · dQw4w9WgXcQ',
    ],
    [
      'pt',
      'Usar outra publicação',
      'Este link abre um canal, mas este pedido precisa de um vídeo do YouTube.',
      'Vídeo · dQw4w9WgXcQ',
    ],
  ] as const)(
    'in %s: names the link, explains a refused one, and sends any other as it is',
    async (lang, label, why, name) => {
      const screen = await open(otherOrder, undefined, lang);
      expect(screen.text()).toContain(name);
      expect(screen.text()).not.toMatch(/chosen anyway|escolhido mesmo assim/);
      await click(screen.button(label));
      await screen.ask('youtube.com/@some.handle');
      await vi.waitFor(async () => {
        await act(() => vi.dynamicImportSettled());
        expect(screen.one('[role=alert]').textContent).toBe(why);
      });
      await screen.ask('youtu.be/dQw4w9WgXcQ?si=x');
      await vi.waitFor(async () => {
        await act(() => vi.dynamicImportSettled());
        expect(screen.one('[role=alert]').textContent).toBe(textsOf(lang).order.posts.replacement.known);
      });
      expect(screen.to(call)).toEqual([]);
      await screen.ask(' youtu.be/aaaaaaaaaaa?si=x ');
      // A second click, while the link is checked or sent.
      await act(async () => screen.all('form')[0]?.dispatchEvent(new Event('submit', { cancelable: true })));
      await vi.waitFor(async () => {
        await act(() => vi.dynamicImportSettled());
        expect(screen.to(call).map(({ input }) => input)).toMatchObject([
          { body: { newLink: 'youtu.be/aaaaaaaaaaa?si=x' } },
        ]);
      });
    },
  );
});

describe('another link for a post', () => {
  beforeEach(() => {
    window.sessionStorage.clear();
    vi.stubGlobal('fetch', checkoutDocument);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is offered only for posts with `can_replace`', async () => {
    const { button, buttons } = await open(orderWith({ can_replace: true }));
    expect(button('Use another post').getAttribute('aria-label')).toBe('Use another post: Reel · C8xAbCdEfGh');
    expect(buttons()).toHaveLength(1);
    expect((await open(orderWith({ state: 'checking' }))).buttons()).toEqual([]);
    const { text } = await open(orderWith({ can_replace: true }), undefined, 'pt');
    expect(text()).toContain('Usar outra publicação');
  });

  it('is sent in its normal form with the key of the order, and then shown as requested', async () => {
    const after = orderWith(requestIn('requested'));
    const { ask, to, text, buttons } = await openForm(orderWith({ can_replace: true }), () => after);
    await ask(`${newLink}?igsh=1`);
    expect(to(call)).toMatchObject([
      {
        input: { params: { id: after.id }, body: { postLink: oldLink, newLink } },
        headers: { 'order-key': `${after.id}.the-key` },
      },
    ]);
    expect(text()).toContain('We got your new link and are checking it.');
    expect(text()).toContain('New link: Post · NewPost0001');
    expect(buttons()).toEqual([]);
  });

  it.each([
    ['https://example.com/p/a', 'This link cannot be used.'],
    ['https://www.instagram.com/accounts/edit/', 'This link cannot be used.'],
    [oldLink, 'This order has this link already.'],
    ['https://www.instagram.com/p/DAfXiNinAXB/?utm_source=x', 'This order has this link already.'],
  ])('D-51: %s is refused before it is sent', async (link, sentence) => {
    const { ask, to, text } = await openForm(orderWith({ can_replace: true }));
    await ask(link);
    expect(text()).toContain(sentence);
    expect(to(call)).toEqual([]);
  });

  it('A-11: a profile is sent only after "Use anyway"', async () => {
    const { ask, to, button } = await openForm(orderWith({ can_replace: true }));
    const profile = 'https://www.instagram.com/ana.souza/';
    await ask(profile);
    expect(to(call)).toEqual([]);
    await click(button('Use anyway'));
    await click(button('Send new link'));
    expect(to(call)[0]?.input).toMatchObject({ body: { newLink: profile } });
  });

  it.each([
    ['already_sent', 'Too late: this link was sent already.'],
    ['link_requested', 'You asked for another link here already.'],
    ['conflict', 'The links of this order can no longer be replaced.'],
    ['internal', 'Not sent. Please try again.'],
  ])('shows the sentence of the refusal %s, and keeps the link in the field', async (code, sentence) => {
    const { ask, text, one } = await openForm(orderWith({ can_replace: true }), () => {
      throw new ApiError(409, { code, message: 'of the server' });
    });
    await ask(newLink);
    expect(text()).toContain(sentence);
    expect(text()).not.toContain('of the server');
    expect((one('#new-link-0') as HTMLInputElement).value).toBe(newLink);
  });

  it.each<[LinkRequestState, string, boolean]>([
    ['accepted', 'We accepted your new link.', false],
    ['declined', 'We could not use your new link (Post · NewPost0001). Reason: It is private.', true],
    ['ended', 'this one was sent or replaced before', false],
  ])('%s says what became of it, until the link is delivered', async (state, sentence, isContact) => {
    const request = requestIn(state, state === 'declined' ? 'It is private.' : null);
    const { all } = await open(orderWith(request));
    const shown = all('[aria-labelledby=posts] li')[0]?.textContent ?? '';
    expect(shown).toContain(sentence);
    expect(shown.includes('Write to us')).toBe(isContact);
    const delivered = await open(orderWith({ ...request, state: 'delivered', delivered: 834 }));
    expect(delivered.text()).not.toContain(sentence);
  });
});
