import { expect, it } from 'vitest'
import { networkOfAddress, subnetOfAddress } from './failure-limit.ts'

it('reduces an address to its network and its subnet', () => {
  expect(networkOfAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOfAddress('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOfAddress('fe80::1%eth0')).toBe('fe80::/64')
  expect(networkOfAddress('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOfAddress('203.0.113.9')).toBe('203.0.113.9')
  expect(subnetOfAddress('203.0.113.9')).toBe('203.0.113.0/24')
  expect(subnetOfAddress('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(subnetOfAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(networkOfAddress('not an address')).toBe('not an address')
  expect(networkOfAddress(null)).toBe('nowhere')
})
