import { describe, expect, test } from 'vitest';
import { addressKey, storedIp } from './request-context.ts';

describe('D-23: what counts as one caller', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', 'unknown'],
    ['', 'unknown'],
    ['1.2.3.4.5', 'unknown'],
  ])('%s is %s', (written, key) => {
    expect(addressKey(written)).toBe(key);
  });
});

describe('D-8: how an address is kept', () => {
  test.each([
    ['203.0.113.9', '203.0.113.0', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.0', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.0', '203.0.113.9'],
    ['2001:DB8:1:2::9', '2001:db8:1::', '2001:db8:1:2::9'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1::', '2001:db8:1:2::9'],
    ['fe80::1%eth0', 'fe80:0:0::', 'fe80::1'],
    ['nonsense', '', ''],
    ['1.2.3.4.5', '', ''],
  ])('%s is kept as %j, or whole as %j', (written, cut, whole) => {
    expect([storedIp(written, false), storedIp(written, true)]).toEqual([cut, whole]);
  });
});
