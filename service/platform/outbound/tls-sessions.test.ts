import { expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { TlsSessions } from './tls-sessions.ts'

const hour = 3_600_000
const session = Buffer.from('session')

it('caches a session for two hours, even if it is resumed', () => {
  const clock = new FakeClock()
  const sessions = new TlsSessions(10, clock)
  sessions.set('a', session, false)
  clock.advance(1.5 * hour)
  expect(sessions.get('a')).toBe(session)
  sessions.set('a', session, true)
  clock.advance(0.5 * hour)
  expect(sessions.get('a')).toBeUndefined()
  sessions.set('a', session, false)
  expect(sessions.get('a')).toBe(session)
})

it('caches a limited number, the latest ones, and none that is too long', () => {
  const sessions = new TlsSessions(2, new FakeClock())
  for (const key of ['a', 'b', 'c']) sessions.set(key, session, false)
  expect(['a', 'b', 'c'].map((key) => sessions.get(key) !== undefined)).toEqual([false, true, true])
  sessions.set('b', Buffer.alloc(20_000), false)
  expect(sessions.get('b')).toBe(session)
})
