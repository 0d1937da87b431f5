import { describe, expect, it } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { createLeases } from './leases.ts'
import { createLog } from './log.ts'

function setUp(renew: () => Promise<boolean>) {
  const clock = new FakeClock()
  const events: string[] = []
  const lease = {
    name: 'a test',
    renew: () => {
      events.push('renew')
      return renew()
    },
    release: async () => void events.push('release'),
  }
  const end = Promise.withResolvers<string>()
  let signal: AbortSignal | undefined
  const work = createLeases({ clock, log: createLog('silent') }, 30).hold(lease, (given) => {
    signal = given
    return end.promise
  })
  /** Lets a third of the lease pass, and the renewal finish. */
  const pass = async () => {
    clock.advance(10_000)
    await new Promise(setImmediate)
  }
  return { events, work, end, pass, isAborted: () => signal?.aborted }
}

describe('a lease', () => {
  it('is renewed three times per period and released after the work', async () => {
    const { events, work, end, pass, isAborted } = setUp(async () => true)
    await pass()
    await pass()
    await pass()
    expect(isAborted()).toBe(false)
    end.resolve('done')
    expect(await work).toBe('done')
    await pass()
    expect(events).toEqual(['renew', 'renew', 'renew', 'release'])
  })

  it('aborts the work when another holder has it', async () => {
    const { work, end, pass, isAborted } = setUp(async () => false)
    await pass()
    expect(isAborted()).toBe(true)
    end.reject(new Error('stopped'))
    await expect(work).rejects.toThrow('stopped')
  })

  it('survives a failed renewal, and is lost when renewals fail until it has expired', async () => {
    const { events, end, work, pass, isAborted } = setUp(() => Promise.reject(new Error('no database')))
    await pass()
    await pass()
    expect(isAborted()).toBe(false)
    await pass()
    expect(isAborted()).toBe(true)
    await pass()
    expect(events).toEqual(['renew', 'renew', 'renew'])
    end.resolve('ended')
    expect(await work).toBe('ended')
  })
})
