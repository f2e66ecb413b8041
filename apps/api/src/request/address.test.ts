import { expect, test } from 'vitest';
import { rateLimitAddress } from './address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:DB8:0:12::1', '2001:db8:0:12::/64'],
  ['2001:0db8:0000:0012:ffff:ffff:ffff:ffff', '2001:db8:0:12::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  ['no address', 'unknown'],
])('the address %s counts as %s', (ip, counted) => {
  expect(rateLimitAddress(ip)).toBe(counted);
});
