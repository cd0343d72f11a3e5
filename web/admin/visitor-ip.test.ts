import { describe, expect, it } from 'vitest';
import { networkOf } from './visitor-ip.tsx';

describe('the IP address of a visitor', () => {
  it.each([
    ['189.6.1.0', '189.6.1.0/24'],
    ['2001:db8:1::', '2001:db8:1::/48'],
    ['0:0:0::', '0:0:0::/48'],
    ['189.6.1.10', null],
    ['189.6.0.1', null],
    ['2001:db8:1:2::9', null],
    ['2001:db8:1:2::/64', null],
    ['', null],
  ])('D-8: %j is shown as the network %j', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
