import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setShownZone } from '../../ui/format-date.ts';
import { button, click, type FakeStore, settle, text } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
import { chooseTexts } from '../texts/shown-texts.ts';
import './evidence-page.tsx';
import { evidence } from './testing-evidence.tsx';

const { id } = evidence.order;
const path = `/admin/orders/${id}/evidence`;
const call = `GET /api/admin/orders/${id}/evidence`;
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/time-zone', { body: { time_zone: 'America/New_York', next: null } });
  setShownZone('America/New_York');
});

async function open(change: object = {}, search = ''): Promise<void> {
  store.on(call, { body: { ...evidence, ...change } });
  await openAdmin(`${path}${search}`);
  await settle();
}

const article = () => document.querySelector('article') as HTMLElement;
const section = (title: string) => {
  const found = [...article().querySelectorAll('section')].find(
    (one) => one.querySelector('h2')?.textContent === title,
  );
  if (!found) throw new Error(`no section "${title}"`);
  return found;
};
const headers = (title: string) => [...section(title).querySelectorAll('thead th')].map((cell) => cell.textContent);

describe('the evidence of an order', () => {
  it('D-51: names what each link opens that is no post', async () => {
    const [first, ...others] = evidence.links;
    const [replaced] = evidence.replacements;
    const profile = 'https://www.instagram.com/some.user/';
    const story = 'https://www.instagram.com/stories/some.user/34123/';
    await open({
      links: [{ ...first, post_link: profile }, ...others],
      replacements: [{ ...replaced, old_link: profile, new_link: story, is_move: false }],
    });
    const note = 'Not a post. This link was chosen anyway.';
    expect(section('Delivery').textContent).toContain(`1. ${profile} (Profile · some.user. ${note})`);
    expect(section('Replaced links').textContent).toContain(`${profile} (Profile · some.user. ${note})`);
    expect(section('Replaced links').textContent).toContain(`${story} (Story · some.user. ${note})`);
  });

  it('shows the order, the accepted terms, the payment, the emails and the messages', async () => {
    await open();
    expect(article().querySelector('h1')?.textContent).toBe(`Evidence for order ${id}`);
    const order = section('Order').textContent;
    for (const shown of ['10,000 likes for Instagram posts', '$48.00 (USD)', 'Brazil', evidence.order.customer_email]) {
      expect(order).toContain(shown);
    }
    expect(order).toContain('Terms and refund rules, version 7 of Mar 2, 2026');
    expect(section('Payments').textContent).toContain('Mastercard ending in 0008');
    expect(section('Emails to the buyer').textContent).toContain('Order paid');
    expect(section('Messages of the buyer').textContent).toContain('accepted by the mail server');
    expect(section('Appendix: the terms that the buyer accepted').textContent).toContain('Keep your posts public');
    expect(document.querySelector(`a[href="#terms"]`)).not.toBeNull();
    expect(document.title).toContain(`Evidence for order ${id}`);
  });

  it('says what the provider reported, and has no column for counts that it does not report', async () => {
    await open();
    expect(section('Delivery').textContent).toContain('Reported by the provider');
    expect(section('Delivery').textContent).toContain('No report');
    expect(headers('Delivery')).not.toContain('Count before');
    expect(section('Delivery').querySelectorAll('tbody')).toHaveLength(3);
  });

  it('shows the counts before and after, once the provider reports them', async () => {
    const [first, ...others] = evidence.links;
    await open({ links: [{ ...first, start_count: 1_204, end_count: 3_704 }, ...others] });
    expect(headers('Delivery').slice(2, 4)).toEqual(['Count before', 'Count after']);
    expect(section('Delivery').textContent).toContain('1,2043,704');
    // A panel reports no count after.
    expect(section('Delivery').textContent).toContain('The count after is the count before plus the delivered units.');
  });

  it('shows the dispute with its due date, and none where the gateway returned none', async () => {
    await open();
    expect(section('Disputes').textContent).toContain('Mar 24, 2026');
    await open({ disputes: evidence.disputes.map((dispute) => ({ ...dispute, due_at: null })) });
    expect(text()).toContain('No date from the gateway');
  });

  it('changes its language without that of the admin, and keeps it in the address', async () => {
    await open();
    await click(button('Português (BR)'));
    await settle();
    expect(article().lang).toBe('pt-BR');
    expect(article().querySelector('h1')?.textContent).toBe(`Evidências do pedido ${id}`);
    expect(section('Pedido').textContent).toContain('Brasil');
    expect(section('Pedido').textContent).toContain('US$');
    expect(window.location.search).toBe('?language=pt');
    expect(button('Print or save as PDF')).toBeDefined();
    expect(button('Português (BR)').getAttribute('aria-pressed')).toBe('true');
  });

  it('stays in English where the admin is in Portuguese', async () => {
    await act(() => chooseTexts('pt'));
    try {
      await open();
      expect(article().querySelector('h1')?.textContent).toBe(`Evidence for order ${id}`);
      expect(section('Order').textContent).toContain('$48.00');
      expect(section('Order').textContent).toContain('Mar 14, 2026');
      expect(button('Imprimir ou salvar em PDF')).toBeDefined();
    } finally {
      await act(() => chooseTexts('specified'));
    }
  });

  it('shows "Not recorded" for an older order, and the data that remain after an erasure', async () => {
    await open({
      terms: null,
      messages: [],
      order: { ...evidence.order, network_country: null, customer_email: 'erased-0a1b@erased.invalid' },
    });
    expect(section('Order').textContent?.match(/Not recorded/g)).toHaveLength(2);
    expect(article().textContent).toContain('personal data was erased');
    expect(article().textContent).not.toContain('erased.invalid');
    expect(section('Messages of the buyer').textContent).toContain('None.');
    expect(text()).not.toContain('Appendix');
  });

  it('prints through the browser', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await open();
    await click(button('Print or save as PDF'));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('shows an unknown order and a failed request', async () => {
    store.on(call, { status: 404, body: { code: 'order_not_found', message: 'Order not found' } });
    await openAdmin(path);
    expect(text()).toContain('Order not found');
  });
});
