import { describe, expect, it } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { LeaseLostError, Leases, leaseSignal, throwIfLeaseLost } from './leases.ts'
import { createLog } from './log.ts'

function setUp(renew: (keys: string[]) => Promise<string[]>) {
  const clock = new FakeClock()
  const events: string[] = []
  const lost: unknown[] = []
  const metrics = {
    increment: ({ name }: { name: string }, labels = {}, by = 1) => void lost.push([name, labels, by]),
    watch: () => {},
  }
  let elapsedMs = 0
  const leases = new Leases<string>(
    { clock, log: createLog('silent'), metrics, stopwatch: () => elapsedMs },
    {
      kind: 'site',
      seconds: 30,
      describe: (key) => `site ${key}`,
      renew: (keys) => {
        events.push(`renew ${keys}`)
        return renew(keys)
      },
      release: async (key) => void events.push(`release ${key}`),
    },
  )
  /** Lets a third of the lease pass, and the renewal finish. */
  const pass = async () => {
    elapsedMs += 10_000
    clock.advance(10_000)
    await new Promise(setImmediate)
  }
  /** Work that ends when the test says so, and whether it was aborted. */
  const start = (key: string) => {
    const end = Promise.withResolvers<string>()
    const signals: AbortSignal[] = []
    const work = leases.hold(key, (signal) => {
      signals.push(signal)
      return end.promise
    })
    return { work, end, isAborted: () => signals[0]!.aborted }
  }
  /** The process does nothing for this long, not even run timers. */
  const stall = (milliseconds: number) => {
    elapsedMs += milliseconds
  }
  return { clock, events, leases, lost, pass, start, stall }
}
const all = async (keys: string[]) => keys

describe('leases', () => {
  it('are renewed together, three times per period, and released after the work', async () => {
    const { events, pass, start } = setUp(all)
    const [a, b] = [start('a'), start('b')]
    await pass()
    await pass()
    b.end.resolve('done')
    await b.work
    await pass()
    expect(a.isAborted()).toBe(false)
    a.end.resolve('done')
    expect(await a.work).toBe('done')
    await pass()
    expect(events).toEqual(['renew a,b', 'renew a,b', 'release b', 'renew a', 'release a'])
  })

  it('abort only the work whose lease another process has, and count it', async () => {
    const { leases, lost, pass, start } = setUp(async () => ['b'])
    const [a, b] = [start('a'), start('b')]
    await pass()
    expect([a.isAborted(), b.isAborted()]).toEqual([true, false])
    a.end.reject(new Error('stopped'))
    await expect(a.work).rejects.toThrow('stopped')
    await pass()
    expect(b.isAborted()).toBe(false)
    // A process that stops gives its leases up; it does not lose them.
    await leases.close()
    expect(b.isAborted()).toBe(true)
    expect(lost).toEqual([['flotilla_leases_lost_total', { kind: 'site' }, 1]])
  })

  it('survive failed renewals, and are lost when renewals fail until they have expired', async () => {
    const { events, pass, start } = setUp(() => Promise.reject(new Error('no database')))
    const { work, end, isAborted } = start('a')
    await pass()
    await pass()
    expect(isAborted()).toBe(false)
    await pass()
    expect(isAborted()).toBe(true)
    await pass()
    end.resolve('ended')
    expect(await work).toBe('ended')
    expect(events).toEqual(['renew a', 'renew a', 'release a'])
  })

  it('are lost when a renewal never answers, also if the clock is set back', async () => {
    const { clock, pass, start } = setUp(() => new Promise(() => {}))
    const { isAborted } = start('a')
    await pass()
    clock.shift(-3_600_000)
    await pass()
    expect(isAborted()).toBe(false)
    await pass()
    expect(isAborted()).toBe(true)
  })

  it('are renewed, not lost, when only the timer was late', async () => {
    const { pass, start, stall } = setUp(all)
    const { isAborted } = start('a')
    stall(3_600_000)
    await pass()
    await pass()
    expect(isAborted()).toBe(false)
  })

  it('stop work within work when the outer lease is lost', async () => {
    const { leases: outer, pass } = setUp(async () => [])
    const { leases: inner } = setUp(all)
    const isOuterLost = Promise.withResolvers<void>()
    const work = outer.hold('a', () =>
      inner.hold('b', async (signal) => {
        expect(leaseSignal()).toBe(signal)
        throwIfLeaseLost()
        await isOuterLost.promise
        throwIfLeaseLost()
      }),
    )
    await pass()
    isOuterLost.resolve()
    await expect(work).rejects.toThrow(LeaseLostError)
    await expect(work).rejects.toThrow('site a')
    expect(leaseSignal()).toBeUndefined()
  })

  it('abort everything when the process stops', async () => {
    const { leases, events, pass, start } = setUp(all)
    const { isAborted } = start('a')
    await leases.close()
    expect(isAborted()).toBe(true)
    await pass()
    expect(events).toEqual([])
  })
})
