import { describe, expect, it } from 'vitest';
import { isLiveType, readLive } from './live.ts';

describe('the messages of the websocket', () => {
  it('D-28: are announced in three types', () => {
    expect(['user-update', 'order-update', 'alert-update', 'settings-update'].every(isLiveType)).toBe(true);
    expect(['beat', 'auth', '', 'toString', null, undefined].some(isLiveType)).toBe(false);
  });

  it.each(['', '{', 'null', '[]', '"auth"', '{}', '{"type":1}', undefined, new ArrayBuffer(4)])(
    'are objects with a type, so this is none: %j',
    (text) => {
      expect(readLive(text)).toBeNull();
    },
  );

  it('are read with what they carry', () => {
    expect(readLive('{"type":"auth","token":"a.b.c"}')).toEqual({ type: 'auth', token: 'a.b.c' });
  });
});
