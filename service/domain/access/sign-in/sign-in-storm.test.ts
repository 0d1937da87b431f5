import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { cookiesOf, setUpService } from '../../../testing/people.ts'
import { beginSignInStorm } from '../../../testing/sign-in-storm.ts'

const readings = { memoryBytes: 0, eventLoopDelayMs: 0 }
const fixture = setUpService({ protection: { readings: () => readings, load: { memoryBytes: 1_000 } } })

const signIn = (headers: Record<string, string> = {}, remoteAddress = '198.51.100.7', password?: string) => {
  const { login, password: right } = fixture.people.administrator
  const payload = { login, password: password ?? right }
  return fixture.service.request({ method: 'POST', url: '/api/v2/access/sessions', payload, headers, remoteAddress })
}
function solve({ data: { puzzle } }: { data: { puzzle: string } }) {
  const bits = Number.parseInt(puzzle, 10)
  const isSolved = (text: string) => Math.clz32(hash('sha256', text, 'buffer').readUInt32BE(0)) >= bits
  let number = 0
  while (!isSolved(`${puzzle}.${number}`)) number++
  return { 'x-sign-in-puzzle': `${puzzle}.${number}` }
}

it('tries a sign-in from an unknown device that solved the puzzle; others get the wait', async () => {
  const device = cookiesOf(await signIn()).flotilla_device!
  const end = beginSignInStorm()
  const refused = await signIn()
  expect([refused.status, refused.body.code]).toEqual([503, 'svc_busy'])
  expect(refused.body.message).toMatch(/^Many people are signing in\. Send this again in about \d+ seconds?\.$/)
  expect(refused.headers['retry-after']).toBe(String(refused.body.data.wait_seconds))
  const attempts = await fixture.service.db.selectFrom('failed_guesses').selectAll().execute()
  expect(attempts.filter(({ failures }) => failures > 0)).toEqual([])
  const solved = solve(refused.body)
  const waiting = [signIn(solved), signIn({ cookie: `flotilla_device=${device}` })]
  for (const [headers, address] of [
    [{ 'x-sign-in-puzzle': `${refused.body.data.puzzle}.0` }, '198.51.100.7'],
    [{ 'x-sign-in-puzzle': 'x'.repeat(5_000) }, '198.51.100.7'],
    [solved, '203.0.113.9'],
  ] as const)
    expect((await signIn(headers, address)).status).toBe(503)
  await end()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  fixture.service.clock.advance(5 * 60_000)
  const endSecond = beginSignInStorm()
  expect((await signIn(solved)).status).toBe(503)
  await endSecond()
})

it('counts wrong passwords with a solved puzzle as any others', async () => {
  const end = beginSignInStorm()
  const solved = solve((await signIn()).body)
  await end()
  const statuses: number[] = []
  for (let number = 0; number < 6; number++) statuses.push((await signIn(solved, '198.51.100.7', 'wrong')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

it('tries four of them at a time while the service is overloaded, and no other call without credentials', async () => {
  readings.memoryBytes = 900
  fixture.service.clock.advance(1_000)
  const refused = await signIn()
  expect([refused.status, refused.body.code, refused.body.data.wait_seconds]).toEqual([503, 'svc_overloaded', 5])
  const headers = solve(refused.body)
  const end = beginSignInStorm()
  const first = Array.from({ length: 4 }, () => signIn(headers))
  expect((await signIn(headers)).body.code).toBe('svc_overloaded')
  const reset = { method: 'POST', url: '/api/v2/access/password-resets', payload: { login: 'ada' } } as const
  expect((await fixture.service.request({ ...reset, headers, remoteAddress: '198.51.100.7' })).status).toBe(503)
  await end()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  readings.memoryBytes = 0
})
