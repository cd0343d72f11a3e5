import { describe, expect, it } from 'vitest';
import { storeOfDocument } from './store-of-document.ts';

describe('storeOfDocument', () => {
  it('reads the name, the mode and the time zone of the store', () => {
    const data = JSON.stringify({ page: 'admin', sandbox: true, store: { name: 'Claps', timeZone: 'Asia/Tokyo' } });
    expect(storeOfDocument(data)).toEqual({ name: 'Claps', sandbox: true, timeZone: 'Asia/Tokyo' });
  });

  it.each([null, undefined, '', 'null', '{', '{}'])('serves without it: %j', (data) => {
    expect(storeOfDocument(data)).toEqual({ name: 'Applaud', sandbox: false, timeZone: null });
  });
});
