import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { type CallEffect, ConnectorError } from './errors.ts'
import { recheckUntilSettled } from './recheck.ts'
import { settingsFrom } from './settings.ts'
import { siteLocksInProcess } from './site-locks.ts'

const settings = settingsFrom({ recheck: { attempts: 4, waitMs: 1_000, maxWaitMs: 3_000 } })

/** Runs the rechecks to their end, advancing the clock; returns the times of the checks. */
async function watch(effect: CallEffect, views: (string | ConnectorError)[], signal?: AbortSignal) {
  const clock = new FakeClock()
  const start = clock.now().getTime()
  const reads: number[] = []
  const read = async () => {
    const view = views[Math.min(reads.length, views.length - 1)]!
    reads.push(clock.now().getTime() - start)
    if (view instanceof ConnectorError) throw view
    return view
  }
  const doubt = new ConnectorError('svc_site_offline', 'Gone.', { effect })
  const running = recheckUntilSettled({ clock, settings }, doubt, read, (seen) => seen === 'changed', { signal })
  let over = false
  const ending = running.finally(() => {
    over = true
  })
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1_000)
  }
  return { seen: await ending, reads }
}

const maintenance = new ConnectorError('svc_maintenance', 'Later.')
const refused = new ConnectorError('svc_key_refused', 'No.')

describe('after a change of unknown outcome', () => {
  it('checks once when the call has ended', async () => {
    expect(await watch('possible', ['same'])).toEqual({ seen: 'same', reads: [0] })
  })

  it('checks with growing delays while the call may still run', async () => {
    expect(await watch('may-still-run', ['same'])).toEqual({ seen: 'same', reads: [1_000, 3_000, 6_000, 9_000] })
    expect(await watch('may-still-run', ['same', 'changed'])).toEqual({ seen: 'changed', reads: [1_000, 3_000] })
  })

  it('waits for a site in maintenance', async () => {
    expect(await watch('possible', [maintenance, maintenance, 'changed'])).toMatchObject({
      seen: 'changed',
      reads: [0, 2_000, 5_000],
    })
    expect(await watch('possible', [maintenance])).toMatchObject({ seen: undefined })
  })

  it('stops when the site refuses us', async () => {
    expect(await watch('may-still-run', [refused])).toEqual({ seen: undefined, reads: [1_000] })
  })

  it('stops when the work is cancelled', async () => {
    expect(await watch('may-still-run', ['same'], AbortSignal.abort())).toEqual({ seen: undefined, reads: [] })
  })
})

describe('changes of one site', () => {
  it('run one after another; other sites do not wait, and a failure blocks no other', async () => {
    const locks = siteLocksInProcess()
    const order: string[] = []
    const step = (name: string) => async () => {
      order.push(`${name} starts`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} ends`)
      if (name === 'a') throw new Error('a failed')
    }
    const results = await Promise.allSettled([
      locks.hold(1, step('a')),
      locks.hold('1', step('b')),
      locks.hold(2, step('c')),
    ])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(order.indexOf('b starts')).toBeGreaterThan(order.indexOf('a ends'))
    expect(order.indexOf('c starts')).toBeLessThan(order.indexOf('a ends'))
  })
})
