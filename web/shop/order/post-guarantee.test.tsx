import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { DropState } from '../../../contract/guarantee.ts';
import type { Language } from '../../../contract/languages.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { ApiError } from '../../api.ts';
import { type Call, click, draw, fakeApi, pageData } from '../../testing.tsx';
import { fakeBrowser, pageOf, wait } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import OrderIsland from './order-island.tsx';
import { orderStates } from './testing-orders.tsx';

fakeBrowser();

const call = 'POST /api/orders/{id}/report-drop';
const guarantee = { until: '2026-04-13T14:56:00Z', days_left: 29, can_report: true };

function orderWith(change: Partial<OrderPage['posts'][number]>): OrderPage {
  const { delivered } = orderStates;
  return { ...delivered, posts: delivered.posts.slice(0, 1).map((post) => ({ ...post, ...change })) };
}

async function open(order: OrderPage, answer: (call: Call) => unknown = () => order, lang: Language = 'en') {
  window.history.replaceState(null, '', `/order/${order.id}/the-key`);
  const fake = fakeApi({ [call]: answer, 'GET /api/orders/{id}/page': () => order });
  const island = (
    <OrderIsland lang={lang} texts={textsOf(lang).order} order={order} againCents={undefined} api={fake.api} />
  );
  const screen = draw(pageOf(pageData('order', { lang, order, path: window.location.pathname }), island));
  await act(() => vi.dynamicImportSettled());
  return { ...fake, ...screen, button: () => screen.container.querySelector('li button') };
}

describe('the guarantee of a post', () => {
  it('counts the days down, and names the post of its button', async () => {
    const { text, button } = await open(orderWith({ guarantee }));
    expect(text()).toContain('Guarantee until Apr 13: 29 days left');
    expect(button()?.getAttribute('aria-label')).toBe('Report a drop: Reel · C8xAbCdEfGh');
    const last = await open(orderWith({ guarantee: { ...guarantee, days_left: 1 } }), undefined, 'pt');
    expect(last.text()).toContain('resta 1 dia');
  });

  it('is not shown where there is none, and cannot be used where a report is not possible', async () => {
    expect((await open(orderWith({}))).text()).not.toContain('Guarantee');
    const { text, button } = await open(orderWith({ guarantee: { ...guarantee, can_report: false } }));
    expect(text()).toContain('29 days left');
    expect(button()).toBeNull();
  });

  it('a report sends the link with the key of the order, shows its state, and follows it', async () => {
    const drop = { state: 'reported', reason: null, reported_at: '2026-03-15T10:00:00Z' } as const;
    const after = orderWith({ guarantee: { ...guarantee, can_report: false }, drop });
    const { text, button, to } = await open(orderWith({ guarantee }), () => after);
    const reported = button();
    if (!reported) throw new Error('a button is missing');
    await click(reported);
    expect(to(call)).toMatchObject([
      {
        input: { params: { id: after.id }, body: { postLink: after.posts[0]?.post_link } },
        headers: { 'order-key': `${after.id}.the-key` },
      },
    ]);
    expect(text()).toContain('You reported a drop. We are looking into it');
    expect(button()).toBeNull();
    await wait(3_000);
    expect(to('GET /api/orders/{id}/page')).toHaveLength(1);
  });

  it.each([
    ['drop_reported', 'You can report it again tomorrow.'],
    ['guarantee_over', 'The guarantee of this post has ended.'],
    ['internal', 'Not reported. Please try again.'],
  ])('shows the sentence of the code %s', async (code, sentence) => {
    const { text, button } = await open(orderWith({ guarantee }), () => {
      throw new ApiError(409, { code, message: 'of the server' });
    });
    const reported = button();
    if (!reported) throw new Error('a button is missing');
    await click(reported);
    expect(text()).toContain(sentence);
    expect(text()).not.toContain('of the server');
  });

  it.each<[DropState, string, boolean]>([
    ['reported', 'We are looking into it', false],
    ['refilling', 'It is being refilled.', false],
    ['refilled', 'was refilled.', false],
    ['refused', 'could not be refilled.', true],
    ['dismissed', 'Reason: The post was deleted.', true],
  ])('%s says what became of the last report', async (state, sentence, isContact) => {
    const reason = state === 'dismissed' ? 'The post was deleted.' : null;
    const { text } = await open(orderWith({ drop: { state, reason, reported_at: '2026-03-15T10:00:00Z' } }));
    expect(text()).toContain(sentence);
    expect(text().includes('Write to us')).toBe(isContact);
  });

  it('D-20: a post that another order is delivered to starts after it', async () => {
    const { text } = await open(orderWith({ state: 'to_send', after_other_order: true }));
    expect(text()).toContain('Another order for this post is being delivered. This one starts when it is complete.');
  });

  it('a post that the provider does not see asks to make it public', async () => {
    expect((await open(orderWith({ state: 'checking', hidden: true }))).text()).toContain('Please make it public');
    expect((await open(orderWith({ state: 'to_send', hidden: true }))).text()).toContain('we try again after an hour');
  });
});
