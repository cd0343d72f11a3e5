import { describe, expect, test } from 'vitest';
import { createSealer } from './secrets.ts';

const sealer = createSealer('x'.repeat(32));

describe('a sealed text (A-73)', () => {
  test('opens again, is another one each time, and shows nothing of what it holds', () => {
    const sealed = sealer.seal('a key of ours: ã', 'provider key');
    expect(sealer.open(sealed, 'provider key')).toBe('a key of ours: ã');
    expect(sealer.seal('a key of ours: ã', 'provider key')).not.toBe(sealed);
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('ours');
  });

  test('opens for nobody with another key, for no other purpose, and not when it was changed', () => {
    const sealed = sealer.seal('secret', 'provider key');
    expect(createSealer('y'.repeat(32)).open(sealed, 'provider key')).toBeNull();
    expect(sealer.open(sealed, 'another purpose')).toBeNull();
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (const at of [0, 13, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(sealer.open(`v1.${changed.toString('base64url')}`, 'provider key')).toBeNull();
    }
    for (const other of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'nonsense']) expect(sealer.open(other, 'x')).toBeNull();
  });

  test('is the same for the same text and purpose where equal texts are counted', () => {
    const code = sealer.sealSame('203.0.113.9', 'address');
    expect(sealer.sealSame('203.0.113.9', 'address')).toBe(code);
    expect(sealer.open(code, 'address')).toBe('203.0.113.9');
    expect(sealer.sealSame('203.0.113.8', 'address')).not.toBe(code);
    expect(sealer.sealSame('203.0.113.9', 'another')).not.toBe(code);
    expect(createSealer('y'.repeat(32)).sealSame('203.0.113.9', 'address')).not.toBe(code);
  });
});
