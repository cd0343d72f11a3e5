import { expect, it } from 'vitest';
import { notificationGroups, notificationKindNames } from '../../../contract/notification-kinds.ts';
import {
  type Channel,
  configOf,
  defaultKinds,
  hintOf,
  kindsOf,
  minutesOf,
  newConfig,
  sentKinds,
  timeOf,
  withKinds,
} from './channel-draft.ts';

it('offers every kind in one group, except the test', () => {
  const offered = notificationGroups.flatMap(kindsOf);
  expect([...offered, 'test'].sort()).toEqual([...notificationKindNames].sort());
});

it('sends the default choice as null, in any order, and another one as a list', () => {
  expect(sentKinds([...defaultKinds].reverse())).toBeNull();
  const fewer = withKinds(defaultKinds, ['chargeback'], false);
  expect(sentKinds(fewer)).toEqual(defaultKinds.filter((kind) => kind !== 'chargeback'));
  expect(sentKinds(withKinds(fewer, ['chargeback'], true))).toBeNull();
  expect(sentKinds(withKinds(defaultKinds, ['daily_digest'], true))).toContain('daily_digest');
});

it('a configuration has the fields of its kind, and none while one is missing', () => {
  const draft = { ...newConfig(), address: ' a@shop.example ', url: 'https://hooks.example/x' };
  expect(configOf('email', draft)).toEqual({ kind: 'email', config: { address: 'a@shop.example' } });
  expect(configOf('telegram', { ...draft, botToken: '1:a' })).toBeNull();
  expect(configOf('ntfy', { ...draft, topic: 't' })).toEqual({
    kind: 'ntfy',
    config: { server: 'https://ntfy.sh', topic: 't' },
  });
  expect(configOf('slack', { ...draft, url: ' ' })).toBeNull();
  expect(configOf('webhook', draft)?.config).toEqual({
    url: draft.url,
    secret: expect.stringMatching(/^whsec_\S{32}$/),
  });
  expect(newConfig().topic).not.toBe(newConfig().topic);
});

it('minutes of the day are the value of a time input, and back', () => {
  for (const minutes of [0, 75, 1_439]) expect(minutesOf(timeOf(minutes))).toBe(minutes);
  expect([timeOf(75), minutesOf('07:30:00'), minutesOf('')]).toEqual(['01:15', 450, null]);
});

it('identifies a channel among others of its kind', () => {
  const hint = (kind: Channel['kind'], config: Channel['config']) => hintOf({ kind, config } as Channel);
  expect(hint('telegram', { botToken: '…aw', chatId: '42', chatName: 'Ana' })).toBe('Ana');
  expect(hint('ntfy', { server: 'https://ntfy.sh/', topic: 'shop' })).toBe('ntfy.sh/shop');
  expect(hint('slack', { url: 'hooks.slack.com/…XXXX' })).toBe('hooks.slack.com/…XXXX');
});
