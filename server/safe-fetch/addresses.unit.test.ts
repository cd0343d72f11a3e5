import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress, urlProblem } from './addresses.ts';

describe('addresses (rule 10)', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '64:ff9b::808:808'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.9.9.9',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:a00:1', '0:0:0:0:0:ffff:a00:1', '::7f00:1'],
    ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1', '64:ff9b::a00:1', '2002:a00:1::'],
    ...[
      '192.31.196.1',
      '192.52.193.1',
      '192.175.48.1',
      '5f00::1',
      '2620:4f:8000::1',
      '100:0:0:1::1',
      '4000::1',
      '1::1',
    ],
    ...['', 'localhost', '10.0.0', '2606:4700::1111%eth0'],
  ])('"%s" is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('only real loopback addresses are loopback', () => {
    expect(['127.0.0.1', '127.8.8.8', '::1'].every(isLoopbackAddress)).toBe(true);
    expect(['::ffff:127.0.0.1', '127.0.0.1.example', '128.0.0.1', '::'].some(isLoopbackAddress)).toBe(false);
  });
});

describe('the URL of somebody else (rule 10)', () => {
  it.each([
    ['https://panel.example/api/v2', false],
    ['https://8.8.8.8/api/v2', false],
    ['http://127.0.0.1:4000/api/v2', true],
    ['http://[::1]:4000/api/v2', true],
    ['https://127.0.0.1/api/v2', true],
    ['http://localhost:4000/api/v2', true],
  ])('%s with loopback allowed: %s is fine', (apiUrl, allowLoopback) => {
    expect(urlProblem(apiUrl, { who: 'provider', allowLoopback })).toBeNull();
  });

  it.each([
    ['http://panel.example/api/v2', false],
    ['http://8.8.8.8/api/v2', true],
    ['http://127.0.0.1/api/v2', false],
    ['https://127.0.0.1/api/v2', false],
    ['https://2130706433/api/v2', false],
    ['https://0x7f.1/api/v2', false],
    ['https://[::1]/api/v2', false],
    ['https://[::ffff:127.0.0.1]/api/v2', true],
    ['https://10.0.0.1/api/v2', true],
    ['https://169.254.169.254/latest', true],
    ['https://user:pass@panel.example/api/v2', false],
    ['ftp://panel.example/', true],
    ['panel.example', false],
    ['', false],
  ])('%s with loopback allowed: %s is refused', (apiUrl, allowLoopback) => {
    expect(urlProblem(apiUrl, { who: 'provider', allowLoopback })).not.toBeNull();
  });
});
