// The requirements of every notification channel: one suite, run against a fake of the other side that the channel's own
// test provides.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { englishMessage } from '../../contract/message-texts/english-message.ts';
import type {
  NotificationChannel,
  NotificationMessage,
  NotificationResult,
} from '../../server/ports/notification-channel.ts';

export const channelTroubles = [
  /** The message is accepted, then the connection closes without a response. */
  'lost_answer',
  /** No response arrives within the channel's timeout. */
  'slow_answer',
  'reset_mid_body',
  /** A page of some proxy, with status 200. */
  'html_page',
  'oversized',
  /** To another path of the same server, which counts it as a call. */
  'redirect',
  'server_error',
  /** A refusal that repeats the whole request with its secrets. */
  'echo',
] as const;
export type ChannelTrouble = (typeof channelTroubles)[number];

/** What a person reads, with the protocol's escapes undone. */
export type ShownMessage = { title: string; text: string };

export type ChannelStandIn = {
  subject: NotificationChannel;
  /** The same channel of a live store; null where the operator's own server is called. */
  guarded: NotificationChannel | null;
  /** Applies this failure to every later call. */
  meet(trouble: ChannelTrouble): void;
  /** The chat, webhook or account is deleted, or the token revoked. */
  revoke(): void;
  /** Refuses every later call for so long, in the form of the protocol. */
  limit(seconds: number): void;
  /** The accepted messages, in order. */
  shown(): ShownMessage[];
  /** Number of received calls. */
  callCount(): number;
  /** Closes the server, so that connections are refused. */
  hangUp(): Promise<void>;
  secrets: readonly string[];
  stop(): Promise<void>;
};

type Outcome = NotificationResult['outcome'];

export type ConformingChannel = {
  name: string;
  start(): Promise<ChannelStandIn>;
  /** The words of the other side: of a success, and of `revoke`. */
  words: { ok: RegExp; revoked: RegExp };
  /** What each failure is in this protocol; one that cannot happen is left out. */
  troubles: Partial<Record<ChannelTrouble, Outcome>>;
  /** False where the protocol has no response for a deleted receiver. */
  knowsGone?: boolean;
  /** False where the protocol has no time for the next try. */
  knowsRetryAfter?: boolean;
};

/** Of a protocol over HTTP whose success has a body. */
export const httpTroubles: Record<ChannelTrouble, Outcome> = {
  lost_answer: 'unknown',
  slow_answer: 'unknown',
  reset_mid_body: 'unknown',
  html_page: 'unknown',
  oversized: 'unknown',
  redirect: 'refused',
  server_error: 'unavailable',
  echo: 'refused',
};

const url = 'https://shop.example/admin/orders/7Q?from=a&b=c_d*e~f#links';
export const sampleMessage: NotificationMessage = {
  id: 'a3f1c7de-52a1-4a25-9a56-0f3c8d1a1b2c',
  kind: 'dispatch_failed',
  severity: 'critical',
  title: 'A link was refused by the provider',
  body: 'Order 7Q: 250 likes.\nSend it again, or refund it.',
  link: { text: 'Open order 7Q', url },
  tag: 'dispatch_failed',
  count: 1,
  badge: 3,
  language: 'en',
  sentAt: new Date('2026-03-14T15:00:00Z'),
};

const special = `R&D <b>5 > 4</b> *_~\`|> # [x](y) \\n @everyone <!channel> <@1> "q" 'Ação' 👍🏽 ${'👨‍👩‍👧‍👦'}`;

/** `start` creates a new fake for one test. */
export function channelConforms(channel: ConformingChannel): void {
  describe(`the channel ${channel.name}`, () => {
    let setup: ChannelStandIn;
    /** With the answer in English. */
    const send = async (change: Partial<NotificationMessage> = {}) => {
      const result = await setup.subject.send({ ...sampleMessage, ...change });
      return { ...result, answer: englishMessage(result.answer) };
    };
    beforeEach(async () => {
      setup = await channel.start();
    });
    afterEach(() => setup.stop());

    it('shows title, text and link, and returns the words of the other side', async () => {
      expect(await send()).toEqual({ outcome: 'ok', answer: expect.stringMatching(channel.words.ok) });
      const [shown, ...others] = setup.shown();
      expect(others).toEqual([]);
      expect(shown?.title).toBe(sampleMessage.title);
      for (const part of [sampleMessage.body, 'Open order 7Q', url]) expect(shown?.text).toContain(part);
    });

    it('shows a message of a title only, and one without a link', async () => {
      expect(await send({ body: '' })).toMatchObject({ outcome: 'ok' });
      expect(await send({ link: null })).toMatchObject({ outcome: 'ok' });
      expect(await send({ body: '', link: null, severity: 'info' })).toMatchObject({ outcome: 'ok' });
      expect(setup.shown().map(({ title }) => title)).toEqual(Array(3).fill(sampleMessage.title));
      expect(setup.shown()[0]?.text).toContain(url);
      expect(setup.shown()[2]?.text).not.toContain('http');
    });

    it('shows every character as it is, so that no text formats, links or notifies', async () => {
      expect(await send({ title: special, body: `${special}\n${special}` })).toMatchObject({ outcome: 'ok' });
      const [shown] = setup.shown();
      expect(shown?.title).toBe(special);
      expect(shown?.text).toContain(`${special}\n${special}`);
    });

    it.each([
      ['letters', 'x'],
      ['emoji of several code points', '👨‍👩‍👧‍👦'],
      ['characters that grow by an escape', '&'],
      ['asterisks', '*'],
    ])(
      'a text of many %s is cut to the limit of the protocol, between two characters, and keeps its link',
      async (_, character) => {
        expect(await send({ title: character.repeat(800), body: character.repeat(6_000) })).toMatchObject({
          outcome: 'ok',
        });
        const [shown] = setup.shown();
        for (const text of [shown?.title ?? '', shown?.text.replace('Open order 7Q', '').replace(url, '') ?? '']) {
          expect(text).toContain(character);
          expect(text.replaceAll(character, '')).toMatch(/^[\s…:]*(Applaud)?\s*$/);
        }
        expect(shown?.text).toContain(url);
      },
    );

    it('a revoked access is refused and never retried', async () => {
      setup.revoke();
      expect(await send()).toEqual({
        outcome: 'refused',
        answer: expect.stringMatching(channel.words.revoked),
        isGone: channel.knowsGone ?? true,
      });
      expect(setup.callCount()).toBe(1);
    });

    it('too many messages are retried at the time that the other side returns', async () => {
      setup.limit(7);
      const retryAfterMs = (channel.knowsRetryAfter ?? true) ? 7_000 : null;
      expect(await send()).toEqual({ outcome: 'unavailable', answer: expect.stringMatching(/4\d\d/), retryAfterMs });
      expect(setup.callCount()).toBe(1);
    });

    it('where nobody listens, nothing was delivered', async () => {
      await setup.hangUp();
      expect(await send()).toEqual({
        outcome: 'unavailable',
        answer: expect.stringContaining('ECONNREFUSED'),
        retryAfterMs: null,
      });
    });

    const troubles = Object.entries(channel.troubles) as [ChannelTrouble, Outcome][];
    it.each(troubles)('%s is %s, and sent once', async (trouble, outcome) => {
      setup.meet(trouble);
      expect(await send()).toMatchObject({ outcome });
      expect(setup.callCount()).toBe(1);
    });

    it.each([...troubles.map(([trouble]) => trouble), null])(
      'no answer about %s has a secret, several lines or more than 300 characters',
      async (trouble) => {
        if (trouble) setup.meet(trouble);
        else setup.revoke();
        const result = await send();
        for (const secret of setup.secrets) expect(JSON.stringify(result)).not.toContain(secret);
        expect(result.answer).toMatch(/^\S.{0,299}$/u);
      },
    );

    it('a live store calls no address of its own machine', async () => {
      const result = await setup.guarded?.send(sampleMessage);
      if (setup.guarded) expect(result).toMatchObject({ outcome: 'refused', isGone: false });
      expect(setup.callCount()).toBe(0);
    });
  });
}
