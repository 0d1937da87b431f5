import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { checkAgain } from './doubt.ts'
import { ConnectorError, type Effect } from './errors.ts'
import { exclusiveInProcess } from './exclusive.ts'
import { settingsFrom } from './settings.ts'

const settings = settingsFrom({ recheck: { attempts: 4, waitMs: 1_000, longestWaitMs: 3_000 } })

/** Runs a look-after to its end, moving the clock whenever it waits; tells when it looked. */
async function watch(effect: Effect, views: (string | ConnectorError)[], signal?: AbortSignal) {
  const clock = new FakeClock()
  const start = clock.now().getTime()
  const looks: number[] = []
  const look = async () => {
    const view = views[Math.min(looks.length, views.length - 1)]!
    looks.push(clock.now().getTime() - start)
    if (view instanceof ConnectorError) throw view
    return view
  }
  const doubt = new ConnectorError('svc_site_offline', 'Gone.', { effect })
  const running = checkAgain({ clock, settings }, doubt, look, (seen) => seen === 'changed', { signal })
  let over = false
  const ending = running.finally(() => {
    over = true
  })
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1_000)
  }
  return { seen: await ending, looks }
}

const maintenance = new ConnectorError('svc_maintenance', 'Later.')
const refused = new ConnectorError('svc_key_refused', 'No.')

describe('after a change of unknown outcome', () => {
  it('one look is enough when the call is over', async () => {
    expect(await watch('possible', ['same'])).toEqual({ seen: 'same', looks: [0] })
  })

  it('a call that may still run is looked after with growing pauses', async () => {
    expect(await watch('may-still-run', ['same'])).toEqual({ seen: 'same', looks: [1_000, 3_000, 6_000, 9_000] })
    expect(await watch('may-still-run', ['same', 'changed'])).toEqual({ seen: 'changed', looks: [1_000, 3_000] })
  })

  it('a site in maintenance is waited for', async () => {
    expect(await watch('possible', [maintenance, maintenance, 'changed'])).toMatchObject({
      seen: 'changed',
      looks: [0, 2_000, 5_000],
    })
    expect(await watch('possible', [maintenance])).toMatchObject({ seen: undefined })
  })

  it('a site that refuses us is not asked again', async () => {
    expect(await watch('may-still-run', [refused])).toEqual({ seen: undefined, looks: [1_000] })
  })

  it('nobody looks once the work was cancelled', async () => {
    expect(await watch('may-still-run', ['same'], AbortSignal.abort())).toEqual({ seen: undefined, looks: [] })
  })
})

describe('changes of one site', () => {
  it('follow each other, those of different sites do not wait, and a failure holds up nobody', async () => {
    const exclusive = exclusiveInProcess()
    const order: string[] = []
    const step = (name: string) => async () => {
      order.push(`${name} starts`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} ends`)
      if (name === 'a') throw new Error('a failed')
    }
    const results = await Promise.allSettled([
      exclusive(1, step('a')),
      exclusive('1', step('b')),
      exclusive(2, step('c')),
    ])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(order.indexOf('b starts')).toBeGreaterThan(order.indexOf('a ends'))
    expect(order.indexOf('c starts')).toBeLessThan(order.indexOf('a ends'))
  })
})
