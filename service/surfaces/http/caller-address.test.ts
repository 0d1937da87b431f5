import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'

describe('with TRUST_PROXY=on', () => {
  const fixture = setUpService({ trustProxy: 'on' })
  const signInFrom = async (forwarded: string, password = 'wrong password') => {
    const { status } = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/access/sessions',
      payload: { login: 'a stranger', password },
      headers: { 'x-forwarded-for': forwarded },
    })
    return status
  }
  const auditedAddresses = async () => {
    const rows = await fixture.service.db
      .selectFrom('audit_lines')
      .select('address')
      .where('operation', '=', 'sign-in')
      .execute()
    return new Set(rows.map(({ address }) => address))
  }

  it('audits the address that the proxy reports', async () => {
    await signInFrom('203.0.113.7, 10.0.0.1')
    await signInFrom('2001:db8::7')
    expect(await auditedAddresses()).toEqual(new Set(['203.0.113.7', '2001:db8::7']))
  })

  it.each(['a name', '<b>x</b>', 'x'.repeat(60), '', '203.0.113.7:80', '1.2.3', 'fe80::1%any-text'])(
    'audits the address of the connection when the header holds no address: %s',
    async (forwarded) => {
      await signInFrom(forwarded)
      expect(await auditedAddresses()).toEqual(new Set(['127.0.0.1']))
    },
  )

  it('limits guesses under made-up addresses as those of one address', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 30; guess++) statuses.push(await signInFrom(`name ${guess}`))
    expect(statuses).toContain(429)
  })
})
