import { createECDH } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  decryptContent,
  decryptPush,
  newBrowserKeys,
  subscriptionKeys,
} from '../../../../../tests/support/push-decryption.ts';
import { encryptMessage, encryptRecord, hashTopic, mostMessageBytes } from './web-push-crypto.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('a push message (RFC 8291, appendix A)', () => {
  const receiver = createECDH('prime256v1');
  receiver.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));
  const auth = bytes('BTBZMqHH6r4Tts7J_aSIgg');
  const encrypted =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const text = 'When I grow up, I want to be a watermelon';

  test('has the bytes of the example', () => {
    const keys = {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    };
    const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    const body = encryptMessage(Buffer.from(text), { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }, keys);
    expect(body.toString('base64url')).toBe(encrypted);
  });

  test('of the example is read with the keys of the browser', () => {
    expect(decryptPush(bytes(encrypted), { pair: receiver, auth })).toBe(text);
  });

  test('is another one each time, for one browser only, and at most as long as push services take', () => {
    const browser = newBrowserKeys();
    const longest = 'x'.repeat(mostMessageBytes);
    const encrypt = (message: string) => encryptMessage(Buffer.from(message), subscriptionKeys(browser));
    expect(encrypt(longest)).toHaveLength(4096);
    expect(decryptPush(encrypt(longest), browser)).toBe(longest);
    expect(encrypt(text).equals(encrypt(text))).toBe(false);
    expect(() => decryptPush(encrypt(text), newBrowserKeys())).toThrow();
    expect(() => encrypt(`${longest}x`)).toThrow('at most');
  });

  test('is refused for keys that are none', () => {
    const { p256dh } = subscriptionKeys(newBrowserKeys());
    expect(() => encryptMessage(Buffer.from(text), { p256dh: p256dh.slice(0, 40), auth: 'AAAA' })).toThrow();
  });
});

describe('the content coding aes128gcm (RFC 8188)', () => {
  const walrus = 'I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg';

  test('has the bytes of the example of one record (section 3.1)', () => {
    const keyMaterial = bytes('yqdlZ-tYemfogSmv7Ws5PQ');
    const record = { keyMaterial, keyId: Buffer.alloc(0), salt: bytes('I1BsxtFttlv3u_Oo94xnmw') };
    expect(encryptRecord(Buffer.from('I am the walrus'), record).toString('base64url')).toBe(walrus);
    expect(decryptContent(bytes(walrus), keyMaterial).toString()).toBe('I am the walrus');
  });

  test('of several records is read, too (section 3.2): our reader is no mirror of our writer', () => {
    const body = bytes(
      'uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA',
    );
    expect(decryptContent(body, bytes('BO3ZVPxUlnLORbVGMpbT1Q')).toString()).toBe('I am the walrus');
  });
});

test('a topic is the same for the same tag, and has the form that push services take', () => {
  expect(hashTopic('action_item:dead_job ã')).toBe(hashTopic('action_item:dead_job ã'));
  expect(hashTopic('another')).not.toBe(hashTopic('action_item:dead_job ã'));
  expect(hashTopic('')).toMatch(/^[\w-]{32}$/);
});
