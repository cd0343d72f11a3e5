import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ContactFields, checkContact } from '../../../contract/contact-rules.ts';
import { reasonTexts } from '../../../contract/refusal-reasons.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { type Call, draw, fakeApi, plain, submit } from '../../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import ContactIsland from './contact-island.tsx';

const send = 'POST /api/contact';
const filled: ContactFields = {
  name: 'Ana Lima',
  email: 'ana@example.com',
  subject: 'Order ABC',
  message: 'One\nTwo',
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(answer: (call: Call) => unknown = () => ({ success: true }), texts = textsOf('en').contact.form) {
  const fake = fakeApi({ [send]: answer });
  const screen = draw(<ContactIsland texts={texts} api={fake.api} />);
  const field = (name: string) => screen.one<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
  const write = (fields: Partial<ContactFields>) => {
    for (const [name, value] of Object.entries(fields)) field(name).value = value;
  };
  const values = () => ['name', 'email', 'subject', 'message'].map((name) => field(name).value);
  const sendForm = () => submit(screen.one('form'));
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const button = () => plain(screen.one('button[type=submit]').textContent);
  return { ...fake, ...screen, field, write, values, sendForm, pass, label: button };
}

describe('the contact form', () => {
  it.each([
    ['K7QX2M9TB4VA', 'Order K7QX2M9TB4VA'],
    ['<b>', ''],
  ])('from the page of an order, the subject names it: %s', (id, subject) => {
    window.history.replaceState(null, '', `/contact?${new URLSearchParams({ order: id })}`);
    onTestFinished(() => window.history.replaceState(null, '', '/'));
    expect(open().values()).toEqual(['', '', subject, '']);
  });

  it('CONTACT-1..3: has four required fields with labels, and the email is one', () => {
    const { all, field } = open();
    expect(all('label[for]').map(({ textContent }) => textContent)).toEqual(['Name', 'Email', 'Subject', 'Message']);
    for (const name of ['name', 'email', 'subject', 'message']) expect(field(name).required).toBe(true);
    expect(field('email').type).toBe('email');
  });

  it('CONTACT-4..8: nothing is said for 1.5 s; then toast, cleared fields, and 3 s of Sent Successfully!', async () => {
    const { write, values, sendForm, pass, text, label, to } = open();
    write(filled);
    await sendForm();
    expect(to(send).map(({ input }) => input.body)).toEqual([{ ...filled, website: '' }]);
    expect(label()).toBe('Sending...');
    await pass(1_499);
    expect(text()).not.toContain('successfully');
    expect(values()[0]).toBe(filled.name);
    await pass(1);
    expect(text()).toContain('Message sent successfully!');
    expect(text()).toContain("We'll get back to you as soon as possible.");
    expect(values()).toEqual(['', '', '', '']);
    expect(label()).toBe('Sent Successfully!');
    await pass(2_999);
    expect(label()).toBe('Sent Successfully!');
    await pass(1);
    expect(label()).toBe('Send Message');
  });

  it('CONTACT-4: an answer that takes longer is waited for, and shown at once', async () => {
    const { write, sendForm, pass, text } = open(
      () => new Promise((resolve) => setTimeout(() => resolve({ success: true }), 4_000)),
    );
    write(filled);
    await sendForm();
    await pass(3_999);
    expect(text()).not.toContain('successfully');
    await pass(1);
    expect(text()).toContain('Message sent successfully!');
  });

  it('A-77: a second submit while one is on its way sends nothing', async () => {
    const { write, sendForm, pass, to } = open();
    write(filled);
    await sendForm();
    await sendForm();
    await pass(1_600);
    write(filled);
    await sendForm();
    expect(to(send)).toHaveLength(1);
    await pass(3_000);
    await sendForm();
    expect(to(send)).toHaveLength(2);
  });

  it('D-53: the fields show what is sent, without hidden characters', async () => {
    const { write, values, sendForm, to } = open();
    write({ name: '\u202eAna', email: 'ana\u200b@example\uff0ecom', subject: 'Hi\u2066', message: '\u202eOne\nTwo' });
    await sendForm();
    const clean = { name: 'Ana', email: 'ana@example.com', subject: 'Hi', message: 'One\nTwo' };
    expect(values()).toEqual(Object.values(clean));
    expect(to(send).map(({ input }) => input.body)).toEqual([{ ...clean, website: '' }]);
  });

  it('D-53: a message of which nothing is visible is empty', async () => {
    const { write, sendForm, calls, one } = open();
    write({ ...filled, message: '\u3164' });
    await sendForm();
    expect(one('#contact-message-help').textContent).toBe('Please write your message.');
    expect(calls).toEqual([]);
  });

  it('CONTACT-2: each empty field shows its error, the first is focused, and nothing is sent', async () => {
    const { sendForm, all, calls, field, write } = open();
    write({ email: 'no address' });
    await sendForm();
    const errorTexts = all('[id$=-help]').map(({ textContent }) => textContent);
    expect(errorTexts).toEqual(
      checkContact({ name: '', email: 'no address', subject: '', message: '' }).map((f) => reasonTexts[f.reason]),
    );
    expect(errorTexts).toHaveLength(4);
    expect(document.activeElement).toBe(field('name'));
    expect(field('message').getAttribute('aria-describedby')).toBe('contact-message-help');
    expect(calls).toEqual([]);
  });

  it.each([
    [
      'the store refuses',
      () => new ApiError(429, { code: 'rate_limited', message: 'Too many requests. Please wait and try again.' }),
      'Too many',
    ],
    ['the store is away', () => new NetworkError('gone'), 'Your text is kept.'],
  ])('A-77: when %s, an error is shown after 1.5 s at the earliest and the text stays', async (_name, error, shown) => {
    const { write, values, sendForm, pass, text, label, one } = open(() => Promise.reject(error()));
    write(filled);
    await sendForm();
    await pass(1_499);
    expect(text()).not.toContain('Message not sent');
    await pass(1);
    expect(one('[role=alert]').textContent).toContain('Message not sent');
    expect(text()).toContain(shown);
    expect(values()).toEqual(Object.values(filled));
    expect(label()).toBe('Send Message');
  });

  it('A-77: a field that only the store rejects shows its error', async () => {
    const { write, sendForm, pass, one } = open(() =>
      Promise.reject(new ApiError(400, { field: 'subject', message: 'The subject is odd.' })),
    );
    write(filled);
    await sendForm();
    await pass(1_500);
    expect(one('#contact-subject-help').textContent).toBe('The subject is odd.');
  });

  it('S-18: the trap is out of sight, out of the order of keys, and sent along', async () => {
    const { field, write, sendForm, to } = open();
    expect(field('website').tabIndex).toBe(-1);
    expect(field('website').closest('[aria-hidden=true]')).not.toBeNull();
    write(filled);
    field('website').value = 'https://spam.example';
    await sendForm();
    expect(to(send)[0]?.input.body).toMatchObject({ website: 'https://spam.example' });
  });

  it('cannot be sent before it listens', () => {
    const html = renderToString(<ContactIsland texts={textsOf('en').contact.form} />);
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*disabled/);
    expect(open().one<HTMLButtonElement>('button[type=submit]').disabled).toBe(false);
  });

  it('D-27: every sentence of the rules is known in Portuguese', async () => {
    const { sendForm, all, write } = open(undefined, textsOf('pt').contact.form);
    await sendForm();
    const empty = all('[id$=-help]').map(({ textContent }) => textContent);
    write({ email: 'x' });
    await sendForm();
    const invalid = all('#contact-email-help').map(({ textContent }) => textContent);
    const known: unknown[] = Object.values(textsOf('pt').contact.form.problems);
    for (const sentence of [...empty, ...invalid]) expect(known).toContain(sentence);
  });
});
