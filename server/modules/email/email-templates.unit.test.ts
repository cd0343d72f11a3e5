import { describe, expect, test } from 'vitest';
import { isPlainAddress } from '../../../contract/email-address.ts';
import { type BuyerEmailKind, buyerEmailKinds } from '../../../contract/email-kinds.ts';
import { type Language, languagePrefixes, languages } from '../../../contract/languages.ts';
import { formatUsd } from '../../../contract/money.ts';
import { countText } from '../../../contract/numbers.ts';
import { orderPathOf } from '../../../contract/order-path.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { composeEmail } from './email-templates.ts';
import { emailCatalogue, emailTexts, otherLinkTexts } from './email-texts.ts';
import type { MailAbout, OrderMail } from './emails.repository.ts';

const parts = {
  profile: {
    ...defaultStoreProfile,
    offers: defaultStoreProfile.offers.map((offer) => ({
      ...offer,
      guarantee_days: offer.category === 'Likes' ? 30 : 0,
    })),
    guarantee_days: { Likes: 30, Views: 0 },
    name: 'Shop\r\nBcc: x@example.com',
  },
  publicUrl: 'https://shop.example',
  receiptPath: (id: string) => `/receipt/${id}/key`,
  orderPath: (id: string, lang: Language) => orderPathOf(lang, id, 'key'),
  mailId: 'mail-1',
  recipient: 'buyer@example.com',
};
const orderId = 'ABCDEFGHJKMN';
const links = ['https://www.instagram.com/p/Cabc_1-2/', 'https://www.instagram.com/reel/Cdef/'];
const contact = {
  kind: 'contact',
  name: 'Ana',
  email: 'ana@example.com',
  subject: 'Refund',
  message: 'One\nTwo',
  urgent: true,
  receivedAt: new Date('2026-01-02T03:04:05Z'),
  messageId: null,
} satisfies MailAbout;

type Post = Partial<OrderMail['facts']['posts'][number]>;
type Change = Partial<Omit<OrderMail, 'order' | 'facts'>> & { order?: Partial<OrderMail['order']>; posts?: Post[] };

function about(kind: BuyerEmailKind, { order = {}, posts = [], ...change }: Change = {}): OrderMail {
  const placed = {
    language: 'en',
    category: 'Likes',
    offer: null,
    quantity: 2500,
    amountCents: 1500,
    refundedCents: 0,
  } as const;
  return {
    kind,
    orderId,
    writtenAt: new Date('2026-01-15T10:00:00Z'),
    order: { ...placed, postLinks: links, ...order },
    refund: null,
    replacement: null,
    declined: null,
    drop: null,
    facts: factsOf(posts, order),
    ...change,
  };
}

function factsOf(
  changes: Post[],
  { quantity = 2500, refundedCents = 0 }: Change['order'] & object,
): OrderMail['facts'] {
  const posts = changes.map((one) => ({ state: 'delivered' as const, ordered: quantity, ...one }));
  const units = posts.map(({ delivered }) => delivered).filter((count) => count !== undefined);
  const counted = units.length > 0 ? { delivered: units.reduce((sum, count) => sum + count, 0) } : {};
  const delivery = { state: 'partial', links: 1, sent: 1, ended: 1, ordered: quantity, ...counted } as const;
  return { status: 'completed', payment: 'paid', refunded_amount: refundedCents / 100, delivery, posts };
}

const kindsInLanguages = buyerEmailKinds.flatMap((kind) => languages.map((language) => [kind, language] as const));

/** Its reader may be a stranger, so that it names neither the order's facts nor a link (D-56). */
const toStranger = 'order_changed';

describe('the letters', () => {
  test.each(kindsInLanguages.filter(([kind]) => kind !== toStranger))(
    'D-10: %s in %s names order, quantity, category, amount, links and the way to the order, as text and as HTML',
    (kind, language) => {
      const sent = about(kind, { order: { language } });
      const { subject, text, html, messageId, replyTo } = composeEmail(sent, parts);
      expect(subject).toContain(orderId);
      const item = `${countText(2500, language)} ${emailTexts[language].units.Likes}`;
      const track = `https://shop.example${languagePrefixes[language]}/order/${orderId}/key`;
      for (const named of [orderId, item, formatUsd(1500, language), ...links, defaultStoreProfile.support_email]) {
        expect(text).toContain(named);
        expect(html).toContain(named);
      }
      expect(text).toContain(`: ${track}\n`);
      expect(html).toContain(`href="${track}"`);
      expect(html).toContain(`<html lang="${language}">`);
      expect(text.split('\n').length).toBeLessThan(24);
      expect([messageId, replyTo]).toEqual(['mail-1@shop.example', null]);
    },
  );

  test.each(kindsInLanguages)('%s in %s loads nothing, runs nothing and follows nobody', (kind, language) => {
    const { html } = composeEmail(about(kind, { order: { language } }), parts);
    expect(html).not.toMatch(/<(img|script|link|iframe|form)|url\(|@import|\ssrc=|\son\w+=/i);
    const hosts = [...(html ?? '').matchAll(/https?:\/\/([^/"<]+)/g)].map(([, host]) => host);
    expect([...new Set(hosts)].sort()).toEqual(['shop.example', ...(kind === toStranger ? [] : ['www.instagram.com'])]);
    expect(html).not.toMatch(/[?&]utm_/);
  });

  test.each(buyerEmailKinds)('D-10: nothing of %s in Portuguese is English', (kind) => {
    const refund = { amountCents: 1250, attemptNumber: 1 };
    const { subject, text } = composeEmail(
      about(kind, { order: { language: 'pt', refundedCents: 1250 }, refund }),
      parts,
    );
    const words = `${subject} ${text}`.replace(/https?:\S+/g, '');
    expect(words).not.toMatch(/\b(order|your|refund|paid|likes|amount|posts|receipt|questions|write|track)\b/i);
  });

  test('S-18: what comes from outside is escaped in the HTML and brings no line into a header', () => {
    const evil = '"><script>alert(1)</script>';
    const profile = { ...parts.profile, name: `Shop\r\nBcc: x@example.com ${evil}`, support_email: `a@b.c${evil}` };
    const postLinks = [`https://www.instagram.com/${evil}/?x=${evil}`, "https://www.instagram.com/'onclick='/"];
    for (const kind of buyerEmailKinds) {
      const { subject, fromName, html } = composeEmail(about(kind, { order: { postLinks } }), { ...parts, profile });
      expect(html).not.toContain('<script');
      expect(html).not.toMatch(/href="[^"]*"[^ >]/);
      expect(subject + fromName).not.toMatch(/[\r\n]/);
    }
  });

  test('D-24: an email about an unpaid order holds no text of the visitor: no user name, no query, no long code', () => {
    const postLinks = [
      'https://www.instagram.com/buy-at-evil.example/p/Cabc123/?text=visit+evil.example',
      `https://www.instagram.com/p/${'visit-evil-example-'.repeat(5)}/`,
      'https://www.instagram.com/visit.evil.example/',
    ];
    const received = composeEmail(about('order_received', { order: { postLinks } }), parts);
    expect(received.text + received.html).not.toMatch(/evil/);
    expect(received.text).toContain(
      'Posts:\nhttps://www.instagram.com/p/Cabc123/\nProfile. Not a post. This link was chosen anyway.\n\n',
    );
    const paid = composeEmail(about('order_paid', { order: { postLinks } }), parts);
    expect(paid.text).toContain('https://www.instagram.com/visit.evil.example/');
    expect(paid.text).not.toContain('?text=');
  });

  test.each([
    ['en', 'Profile · some.user', 'Not a post. This link was chosen anyway.'],
    ['pt', 'Perfil · some.user', 'Não é uma publicação. Este link foi escolhido mesmo assim.'],
  ] as const)('D-51: an email in %s shows a link that opens no post as what it is', (language, name, chosen) => {
    const profile = 'https://www.instagram.com/some.user/';
    const postLinks = ['https://www.instagram.com/p/Cabc123/', profile];
    const paid = composeEmail(about('order_paid', { order: { language, postLinks } }), parts);
    expect(paid.text).toContain(`/p/Cabc123/\n${profile} (${name}. ${chosen})\n`);
    expect(paid.html).toContain(`${name}. ${chosen}`);
    const posts: Post[] = [{}, { state: 'checking', hidden: true }];
    const hidden = composeEmail(about('post_hidden', { order: { language, postLinks }, posts }), parts);
    expect(hidden.text).toContain(`${name}: ${profile}`);
  });

  test('D-107: an email names what the link of another link rule opens, and has its whole address', () => {
    const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const mail = (kind: BuyerEmailKind) => {
      const whole = about(kind, { order: { postLinks: [video] } });
      return composeEmail({ ...whole, facts: { ...whole.facts, link_rule: 'youtube-video' } }, parts).text;
    };
    expect(mail('order_paid')).toContain(`${video} (Video · dQw4w9WgXcQ)\n`);
    const unpaid = mail('order_received');
    expect(unpaid).toContain('Video');
    expect(unpaid).not.toMatch(/dQw4w9WgXcQ|chosen anyway/);
  });

  test.each(languages)('D-110: an email of an order of profiles names no post, in %s', (language) => {
    const profile = 'https://www.tiktok.com/@studio';
    for (const kind of buyerEmailKinds) {
      const posts: Post[] = [{ state: 'checking', hidden: true }];
      const whole = about(kind, { order: { language, postLinks: [profile] }, posts });
      const { subject, text } = composeEmail(
        { ...whole, facts: { ...whole.facts, link_rule: 'tiktok-profile' } },
        parts,
      );
      expect([kind, `${subject} ${text}`]).toEqual([kind, expect.not.stringMatching(/\bposts?\b|publicaç/i)]);
    }
    const keys = emailCatalogue.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(Object.keys(otherLinkTexts[language])));
  });

  test('D-1: the mail about a payment says who sold it, where the operator does; no line of it ends the mail’s own', () => {
    const business = { name: 'Bravo Ltd.', address: '1 High Street\nLondon', tax_id: 'GB 123' };
    const sold = { ...parts, profile: { ...parts.profile, business } };
    const { text, html } = composeEmail(about('order_paid'), sold);
    expect(text).toContain('\nSold by:\nBravo Ltd.\n1 High Street\nLondon\nTax or registration number: GB 123\n');
    for (const line of ['Sold by', 'Bravo Ltd.', '1 High Street', 'GB 123']) expect(html).toContain(line);
    expect(composeEmail(about('order_received'), sold).text).not.toContain('Sold by');
    expect(composeEmail(about('order_paid'), parts).text).not.toContain('Sold by');
  });

  test.each([
    ['order_received', false],
    ['order_paid', true],
    ['order_completed', false],
    ['order_refunded', true],
  ] as const)('a mail about money that moved leads to the receipt: %s', (kind, isThere) => {
    const { text, html } = composeEmail(about(kind), parts);
    const receipt = `https://shop.example/receipt/${orderId}/key`;
    expect(text.includes(`\nReceipt: ${receipt}\n`)).toBe(isThere);
    expect(html?.includes(`href="${receipt}"`)).toBe(isThere);
  });

  test('D-10: a refund email states the amount, in the language of the order', () => {
    const refund = { amountCents: 1250, attemptNumber: 1 };
    const order = { refundedCents: 1400 };
    const { subject, text } = composeEmail(about('order_refunded', { refund, order }), parts);
    expect(subject).toBe(`A refund for your order ${orderId}`);
    expect(text).toContain(`We refunded $12.50 for your order ${orderId} to the card that paid it.`);
    expect(text).toContain('Refunded: $14.00');
    const pt = composeEmail(about('order_refunded', { refund, order: { ...order, language: 'pt' } }), parts);
    expect(pt.subject).toBe(`Reembolso do seu pedido ${orderId}`);
    expect(pt.text).toContain(`Reembolsamos US$\u00a012,50 do seu pedido ${orderId} no cartão usado no pagamento.`);
    expect(pt.text).toContain(`https://shop.example/pt/order/${orderId}/key`);
    const byHand = composeEmail(about('order_refunded', { refund: { ...refund, attemptNumber: null } }), parts);
    expect(byHand.text).toContain(`We refunded $12.50 for your order ${orderId} the way you paid.`);
    expect(byHand.text).not.toMatch(/card|cart/);
  });

  test('D-10: a completed order of which a part was given back does not claim that everything was delivered', () => {
    const { text } = composeEmail(about('order_completed', { order: { refundedCents: 300 } }), parts);
    expect(text).not.toContain('Everything');
    expect(text).toContain('We refunded $3.00 of it.');
  });

  test.each(languages)(
    'D-35: the code for My Orders in %s: digits, validity, no link; hidden in a preview',
    (language) => {
      const sent = { kind: 'track_code', codeId: 'an id', language } as const;
      const { subject, text, html } = composeEmail(sent, { ...parts, computeCode: () => '042137' });
      const { trackCode } = emailTexts[language];
      expect(subject).toBe(trackCode.subject);
      for (const written of [text, html]) {
        expect(written).toContain('042137');
        expect(written).toContain('10 minut');
        expect(written).toContain(defaultStoreProfile.support_email);
        expect(written).not.toMatch(/https?:\/\/|href=/);
      }
      expect(html).toContain(`<html lang="${language}">`);
      expect(composeEmail(sent, parts).text).toContain(`${trackCode.code}: ••••••`);
    },
  );

  test('D-5, S-18: a message reaches the support whole, and is answered to its writer', () => {
    const { subject, text, replyTo } = composeEmail(contact, { ...parts, recipient: 'support@shop.example' });
    expect(subject).toBe('[Contact, urgent] Refund');
    expect(text).toBe('From: Ana <ana@example.com>\nReceived: 2026-01-02 03:04 (UTC)\n\nOne\nTwo\n');
    expect(replyTo).toEqual({ name: '', address: 'ana@example.com' });
    expect(composeEmail({ ...contact, urgent: false }, parts).subject).toBe('[Contact] Refund');
  });

  test('S-18: an address that could be read as several is answered to nobody', () => {
    expect(composeEmail({ ...contact, email: 'a,b@example.com' }, parts).replyTo).toBeNull();
    for (const bad of ['a,b@c.d', 'a<b@c.d', '"a b"@c.d', 'a;b@c.d', 'a@b@c.d', 'a b@c.d', 'a@b.c\r\nX:1', '@', 'a'])
      expect(isPlainAddress(bad), bad).toBe(false);
    for (const good of ['a@b.c', "o'neil+tag@sub.example.com", 'josé@example.com'])
      expect(isPlainAddress(good)).toBe(true);
  });

  test('S-18: the name of the store brings no line break into a header', () => {
    expect(composeEmail(about('order_paid'), parts).fromName).toBe('Shop Bcc: x@example.com');
  });

  test.each([
    ['en', 'Before:', 'Now:'],
    ['pt', 'Antes:', 'Agora:'],
  ] as const)(
    'the email about a replaced link in %s has both links, without user name and query',
    (language, before, now) => {
      const replacement = {
        oldLink: 'https://www.instagram.com/p/Old1/?igsh=x',
        newLink: 'https://www.instagram.com/me/reel/New2/',
      };
      const { text } = composeEmail(about('link_replaced', { order: { language }, replacement }), parts);
      expect(text).toContain(`${before} https://www.instagram.com/p/Old1/`);
      expect(text).toContain(`${now} https://www.instagram.com/reel/New2/`);
    },
  );

  test.each([
    ['en', 'Everything in your order', 'our delivery partner reports.'],
    ['pt', 'Tudo o que você comprou no pedido', 'segundo nosso parceiro de entrega.'],
  ] as const)('%s: a completed order names the source of its count', (language, start, end) => {
    const { text } = composeEmail(about('order_completed', { order: { language } }), parts);
    expect(text).toMatch(new RegExp(`${start} .*${end}`));
  });

  test('an order that was completed without all of it does not say that everything was delivered', () => {
    const { text } = composeEmail(about('order_completed', { posts: [{ state: 'stopped' }] }), parts);
    expect(text).not.toContain('Everything');
    expect(text).toContain('Not all of it could be delivered');
    const counted = composeEmail(about('order_completed', { posts: [{ state: 'stopped', delivered: 2100 }] }), parts);
    expect(counted.text).toContain(`Your order ${orderId} is complete: 2,100 of 2,500 likes were delivered.`);
  });

  test.each([
    [
      'en',
      `Your order ${orderId}: 600 of 1,000 delivered, $2.40 back`,
      `600 of 1,000 likes of your order ${orderId} were delivered, and you get $2.40 back the way you paid.`,
    ],
    [
      'pt',
      `Seu pedido ${orderId}: 600 de 1.000 entregues, US$\u00a02,40 de volta`,
      `600 de 1.000 curtidas do seu pedido ${orderId} foram entregues, e você recebe US$\u00a02,40 de volta pelo meio que usou para pagar.`,
    ],
  ] as const)(
    'D-10: an order that ended in part says what arrived and what goes back, in %s',
    (language, subject, said) => {
      const order = { language, quantity: 1000, amountCents: 600, refundedCents: 240 };
      const sent = composeEmail(
        about('order_completed', { order, posts: [{ state: 'refunded', delivered: 600 }] }),
        parts,
      );
      expect(sent.subject).toBe(subject);
      expect(sent.text).toContain(`${said}\n`);
      expect(sent.html).toContain(said);
      // Refunded for another reason: nothing is missing.
      const whole = composeEmail(about('order_completed', { order, posts: [{ delivered: 1000 }] }), parts);
      expect(whole.subject + whole.text).not.toMatch(/1[.,]000 (of|de)|600 (of|de)/);
    },
  );

  test.each([
    ['en', 'Likes lost within 30 days of delivery are delivered again.', 'lost'],
    ['pt', 'Curtidas perdidas em até 30 dias após a entrega são entregues de novo.', 'perdidas'],
  ] as const)(
    'D-54: where it is on for the category, the mail about the payment states the guarantee: %s',
    (language, said, word) => {
      const { text, html } = composeEmail(about('order_paid', { order: { language } }), parts);
      expect(text).toContain(said);
      expect(html).toContain(said);
      const views = composeEmail(about('order_paid', { order: { language, category: 'Views' } }), parts);
      expect(views.text.toLowerCase()).not.toContain(word);
      const received = composeEmail(about('order_received', { order: { language } }), parts);
      expect(received.text.toLowerCase()).not.toContain(word);
    },
  );

  test.each([
    ['en', 'Pay now', ''],
    ['pt', 'Pagar agora', '/pt'],
  ] as const)(
    'D-55: the button of a received order pays it, in %s, and no other mail has it',
    (language, label, prefix) => {
      const href = `https://shop.example${prefix}/checkout?orderId=${orderId}`;
      const { text, html } = composeEmail(about('order_received', { order: { language } }), parts);
      expect(text).toContain(`\n${label}: ${href}\n`);
      expect(html).toContain(`class="main" href="${href}"`);
      for (const kind of buyerEmailKinds.filter((one) => one !== 'order_received')) {
        const other = composeEmail(about(kind, { order: { language } }), parts);
        expect(other.text + other.html, kind).not.toContain('/checkout');
      }
    },
  );

  test.each(['order_paid', 'order_refunded'] as const)('the button of %s is the order, the receipt a link', (kind) => {
    const { html } = composeEmail(about(kind), parts);
    expect(html).toContain(`class="main" href="https://shop.example/order/${orderId}/key"`);
    expect(html?.match(/class="main"/g)).toHaveLength(1);
    expect(html).toContain(`href="https://shop.example/receipt/${orderId}/key"`);
  });

  test.each([
    ['en', '400 likes are missing.', 'Some likes are missing.', 'What is missing is sent again or refunded.'],
    ['pt', 'Faltam 400 curtidas.', 'Faltam curtidas.', 'O que faltar é enviado de novo ou reembolsado.'],
  ] as const)('a missing part is named with its post and what happens, in %s', (language, counted, uncounted, next) => {
    const posts: Post[] = [{ state: 'missing', ordered: 1000, delivered: 600 }, { state: 'missing' }];
    const { text, html } = composeEmail(about('part_missing', { order: { language }, posts }), parts);
    for (const said of [`: ${links[0]}\n${counted}\n`, `: ${links[1]}\n${uncounted}\n`, next])
      expect(text).toContain(said);
    expect(html).toContain(counted);
  });

  test.each([
    ['en', 'your support', 'We received your message'],
    ['pt', 'seu suporte', 'Recebemos sua mensagem'],
  ] as const)(
    'D-24, S-18: the acknowledgement of a message in %s has none of its words, and answers go to the support',
    (language, _, subject) => {
      const acknowledged = { kind: 'contact_received' as const, language, parents: ['one@shop.example'] };
      const sent = composeEmail(acknowledged, parts);
      expect(sent.subject).toBe(subject);
      expect(sent).toMatchObject({ isAutomatic: true, references: ['one@shop.example'] });
      expect(sent.replyTo?.address).toBe(defaultStoreProfile.support_email);
      expect(sent.html).toContain(`<html lang="${language}">`);
      expect(`${sent.text}${sent.html}`).not.toMatch(/https?:\/\/|href=/);
      // Its content is a type without the fields of the message.
      expect(Object.keys(acknowledged)).toEqual(['kind', 'language', 'parents']);
    },
  );
});
