import { expect, it } from 'vitest'
import { neighbourhoodOf, networkOf } from './failure-limit.ts'

it('takes an IPv6 network, an IPv4 address in either spelling and anything else for what it is', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(neighbourhoodOf('203.0.113.9')).toBe('203.0.113.0/24')
  expect(neighbourhoodOf('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(neighbourhoodOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(networkOf('not an address')).toBe('not an address')
  expect(networkOf(null)).toBe('nowhere')
})
