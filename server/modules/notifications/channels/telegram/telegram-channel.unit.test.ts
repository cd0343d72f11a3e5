import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelConforms, httpTroubles, sampleMessage } from '../../../../../tests/conformance/channel.conformance.ts';
import { startTelegramStandIn, type TelegramStandIn } from '../../../../../tests/stand-ins/telegram-stand-in.ts';

channelConforms({
  name: 'telegram',
  start: startTelegramStandIn,
  words: { ok: /^The Telegram API answered 200: message 1$/, revoked: /^The Telegram API answered 401: Unauthorized$/ },
  troubles: httpTroubles,
});

let setup: TelegramStandIn;
beforeEach(async () => {
  setup = await startTelegramStandIn();
});
afterEach(() => setup.stop());

describe('the Bot API', () => {
  it('makes a sound for a warning, and none for news', async () => {
    await setup.subject.send({ ...sampleMessage, severity: 'warning' });
    await setup.subject.send({ ...sampleMessage, severity: 'info' });
    expect(setup.sent.map((request) => request.disable_notification)).toEqual([false, true]);
  });

  it('a group that became a supergroup has another ID: the old one is gone', async () => {
    setup.upgrade();
    expect(await setup.subject.send(sampleMessage)).toMatchObject({ outcome: 'refused', isGone: true });
  });

  it('lists the chats that started the bot once, newest first, without those that removed it', async () => {
    const person = { id: 42, type: 'private', first_name: 'Ana', last_name: 'Souza' };
    const group = { id: -7, type: 'group', title: 'Night shift' };
    const left = { id: -8, type: 'group', title: 'Old group' };
    setup.updates.push(
      { update_id: 1, message: { message_id: 1, chat: left, text: 'hi' } },
      { update_id: 2, message: { message_id: 1, chat: person, text: '/start' } },
      { update_id: 3, my_chat_member: { chat: group, new_chat_member: { status: 'member' } } },
      { update_id: 4, message: { message_id: 2, chat: person, text: 'hello' } },
      { update_id: 5, my_chat_member: { chat: left, new_chat_member: { status: 'kicked' } } },
      { update_id: 6, poll: { id: 'x' } },
    );
    expect(await setup.chats()).toEqual({
      outcome: 'ok',
      botName: 'shop_bot',
      chats: [
        { id: '42', name: 'Ana Souza' },
        { id: '-7', name: 'Night shift' },
      ],
    });
  });

  it('says why no chats are listed, without the token', async () => {
    const unknown = await setup.chats(`1:${'x'.repeat(35)}`);
    const answer = { code: 'peer_answered', params: { who: 'telegram', status: 404, words: 'Not Found' } };
    expect(unknown).toEqual({ outcome: 'refused', answer });
    const calls = setup.callCount();
    expect(await setup.chats('../getMe')).toMatchObject({ outcome: 'refused' });
    expect(setup.callCount()).toBe(calls);
    setup.meet('html_page');
    expect(await setup.chats()).toMatchObject({ outcome: 'unavailable' });
    await setup.hangUp();
    const away = await setup.chats();
    expect(away).toMatchObject({ outcome: 'unavailable' });
    for (const secret of setup.secrets) expect(JSON.stringify(away)).not.toContain(secret);
  });
});
