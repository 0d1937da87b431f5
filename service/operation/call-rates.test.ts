import { describe, expect, it } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { setUpService } from '../testing/people.ts'
import { type Actor, anonymousActor, systemActor } from './actor.ts'
import { CallRates } from './call-rates.ts'

const key = (keyId: number): Actor => ({ ...systemActor(), kind: 'key', keyId })

describe('calls per minute', () => {
  const limits = { reads: 3, changes: 1, heavy: 1 }

  it('are counted for each caller and class, and are free again in the next minute', () => {
    const clock = new FakeClock()
    const refused: string[] = []
    const rates = new CallRates(clock, { limits, onRefused: (reason) => refused.push(reason) })
    for (let call = 0; call < 3; call++) rates.charge(key(1), 'reads')
    expect(() => rates.charge(key(1), 'reads')).toThrow('3 reads per minute')
    rates.charge(key(1), 'changes')
    rates.charge(key(2), 'reads')
    expect(rates.headersFor(key(1))?.ratelimit).toMatch(/^"reads";r=0;t=\d+, "changes";r=0;t=\d+, "heavy";r=1;t=\d+$/)
    expect(refused).toEqual(['reads per minute'])
    clock.advance(60_000)
    rates.charge(key(1), 'reads')
  })

  it('count together for all keys of a user, and separately for the sessions of that user', () => {
    const rates = new CallRates(new FakeClock(), { limits })
    const own = (keyId: number, userId: number): Actor => ({ ...key(keyId), userId })
    for (let call = 0; call < 3; call++) rates.charge(own(call, 7), 'reads')
    expect(() => rates.charge(own(9, 7), 'reads')).toThrow('3 reads per minute')
    rates.charge(own(10, 8), 'reads')
    rates.charge({ ...systemActor(), kind: 'user', userId: 7, sessionId: 'one' }, 'reads')
  })

  it('do not count for Flotilla itself and for callers without credentials, who have other limits', () => {
    const rates = new CallRates(new FakeClock(), { limits })
    for (let call = 0; call < 9; call++) {
      rates.charge(systemActor(), 'changes')
      rates.charge(anonymousActor('192.0.2.1'), 'changes')
    }
    expect(rates.headersFor(systemActor())).toBeNull()
  })
})

describe('over HTTP', () => {
  const protection = { rates: { reads: 5, changes: 2, heavy: 1 } }
  const fixture = setUpService({ protection })
  const request = (
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
    headers = fixture.people.keys.full.headers,
  ) => fixture.service.request({ method, url: `/api/v2${path}`, headers, ...(payload && { payload }) })

  it('announces the limits, refuses with Retry-After, and serves others', async () => {
    const first = await request('GET', '/tags')
    expect(first.headers['ratelimit-policy']).toBe('"reads";q=5;w=60, "changes";q=2;w=60, "heavy";q=1;w=60')
    expect(first.headers.ratelimit).toMatch(/^"reads";r=4;t=\d+, "changes";r=2;t=\d+, "heavy";r=1;t=\d+$/)
    const names = ['A', 'B', 'C'].map((name) => ({ name }))
    const { body } = await request('POST', '/tags/batch', { create: names })
    expect(body.create.map(({ error }: { error?: { code: string } }) => error?.code)).toEqual(
      expect.arrayContaining([undefined, undefined, 'svc_rate_limited']),
    )
    const refused = await request('POST', '/tags/add', { name: 'D' })
    expect([refused.status, Number(refused.headers['retry-after']) <= 60]).toEqual([429, true])
    expect((await request('GET', '/tags')).status).toBe(200)
    expect((await request('POST', '/tags/add', { name: 'D' }, fixture.people.manager.headers)).status).toBe(200)
  })
})
