import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Notices, openNotices } from '../../platform/database/notices.ts'
import { createLog } from '../../platform/log.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { openSettings, type SettingsCache } from '../settings/index.ts'
import type { Beat } from './beat.ts'
import { readBeats } from './heartbeats.ts'
import { recordObservations, recordPause } from './record-beats.ts'
import { badProbe, goodProbe } from './testing/seed-history.ts'
import { computeUptime, type MonitorHistory, uptimePercent } from './uptime.ts'
import { listHistories } from './uptime-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = Date.parse('2026-11-01T00:00:00Z')
const at = (ms: number) => new Date(start + ms)

const history = (changes: Partial<MonitorHistory> = {}): MonitorHistory => ({
  knownSince: start,
  countedAt: start + 30 * dayMs,
  intervalMs: 60_000,
  isPaused: false,
  gaps: [],
  outages: [],
  maintenance: [],
  ...changes,
})
const month = { from: at(0), to: at(30 * dayMs) }
const monthOf = (changes: Partial<MonitorHistory>, now = month.to) => computeUptime(history(changes), month, now)

describe('the uptime of a period', () => {
  it('is 99.583 % of 30 days with an outage of 3 hours', () => {
    const uptime = monthOf({ outages: [[start + dayMs, start + dayMs + 3 * hourMs]] })
    expect([uptimePercent(uptime), uptime.downMs, uptime.outages]).toEqual([99.583, 3 * hourMs, 1])
  })

  it('is never rounded up to 100 %', () => {
    expect(uptimePercent(monthOf({ outages: [[start, start + 1]] }))).toBe(99.999)
    expect(uptimePercent(monthOf({}))).toBe(100)
  })

  it('is unknown without monitored time', () => {
    expect(uptimePercent(monthOf({ knownSince: null, countedAt: null }))).toBeNull()
    expect(uptimePercent(monthOf({ knownSince: start + 40 * dayMs }))).toBeNull()
    expect(uptimePercent(monthOf({ gaps: [[start, start + 30 * dayMs]] }))).toBeNull()
  })

  it('counts neither gaps nor the time before the site was known', () => {
    const changes: Partial<MonitorHistory> = {
      knownSince: start + 10 * dayMs,
      gaps: [[start + 15 * dayMs, start + 25 * dayMs]],
      outages: [[start + 14 * dayMs, start + 26 * dayMs]],
    }
    expect(monthOf(changes)).toEqual({ monitoredMs: 10 * dayMs, downMs: 2 * dayMs, outages: 1, maintenanceMs: 0 })
  })

  it('counts an open outage until now, and until its last check if the monitor is silent or paused', () => {
    const open: Partial<MonitorHistory> = { outages: [[start + dayMs, null]], countedAt: start + 2 * dayMs }
    const downMs = (changes: Partial<MonitorHistory>, now: number) => monthOf({ ...open, ...changes }, at(now)).downMs
    expect(downMs({}, 2 * dayMs + 200_000)).toBe(dayMs + 200_000)
    expect(downMs({}, 3 * dayMs)).toBe(dayMs + 60_000)
    expect(downMs({ isPaused: true }, 2 * dayMs + 200_000)).toBe(dayMs + 60_000)
  })

  it('has of an outage across its border the part within it', () => {
    const outages = [[start - hourMs, start + 2 * hourMs]] as const
    expect(monthOf({ knownSince: start - dayMs, outages })).toMatchObject({ downMs: 2 * hourMs, outages: 1 })
    const before = { from: at(-dayMs), to: at(0) }
    expect(computeUptime(history({ knownSince: start - dayMs, outages }), before, month.to)).toEqual({
      monitoredMs: dayMs,
      downMs: hourMs,
      outages: 1,
      maintenanceMs: 0,
    })
  })

  it('counts maintenance apart: neither as monitored time nor as downtime', () => {
    const outages = [[start + dayMs, start + dayMs + 3 * hourMs]] as const
    const maintenance = [[start + dayMs + hourMs, start + dayMs + 5 * hourMs]] as const
    expect(monthOf({ outages, maintenance })).toEqual({
      monitoredMs: 30 * dayMs - 4 * hourMs,
      downMs: hourMs,
      outages: 1,
      maintenanceMs: 4 * hourMs,
    })
  })

  it('has no outage that lies in maintenance', () => {
    const outages = [[start + dayMs, start + dayMs + hourMs]] as const
    const maintenance = [[start + dayMs - hourMs, start + dayMs + 2 * hourMs]] as const
    expect(monthOf({ outages, maintenance })).toMatchObject({ downMs: 0, outages: 0 })
  })

  it('counts overlapping windows and gaps once', () => {
    const maintenance = [
      [start + 4 * hourMs, start + 8 * hourMs],
      [start, start + 5 * hourMs],
      [start + 2 * hourMs, start + 3 * hourMs],
    ] as const
    const gaps = [[start + 7 * hourMs, start + 10 * hourMs]] as const
    expect(monthOf({ maintenance, gaps })).toMatchObject({
      monitoredMs: 30 * dayMs - 10 * hourMs,
      maintenanceMs: 7 * hourMs,
    })
  })
})

describe('uptime and incidents', () => {
  let service: TestService
  let notices: Notices
  let settings: SettingsCache
  beforeAll(async () => {
    service = await startTestService()
    notices = await openNotices({ connectionString: service.connectionString }, service.clock, createLog('silent'))
    settings = await openSettings(service.db, notices)
  })
  beforeEach(() => service.reset())
  afterAll(async () => {
    await notices.close()
    await service.close()
  })

  const intervalMs = 60_000
  const maxRetries = 1
  const silenceMs = 2 * intervalMs + 120_000
  const stepMs = 10_000

  interface Event {
    kind: 'up' | 'fails' | 'pause' | 'manual'
    delayMs: number
  }
  const event: fc.Arbitrary<Event> = fc.record({
    kind: fc.constantFrom<Event['kind'][]>('up', 'fails', 'fails', 'up', 'fails', 'pause', 'manual'),
    delayMs: fc.constantFrom(20_000, 60_000, 60_000, 60_000, 240_000, 250_000, 900_000),
  })
  const sequences = fc.array(fc.array(event, { minLength: 1, maxLength: 40 }), { minLength: 16, maxLength: 16 })

  interface Played {
    pauses: number[]
    isPaused: boolean
    last: number
  }

  /** Plays the events of one site through the code that stores checks. */
  async function play(siteId: number, events: readonly Event[]): Promise<Played> {
    const pauses: number[] = []
    let [time, isPaused] = [start, false]
    for (const { kind, delayMs } of events) {
      time += delayMs
      const probe = { ...(kind === 'up' ? goodProbe : badProbe), at: new Date(time) }
      if (kind === 'pause') {
        await recordPause(service.db, [siteId], probe.at)
        pauses.push(time)
        isPaused = true
        continue
      }
      // A manual check counts only while the monitor runs.
      const paused = kind === 'manual' && isPaused
      await recordObservations(service.db, [{ siteId, probe, maxRetries, intervalMs, paused }], probe.at)
      if (!paused) isPaused = false
    }
    return { pauses, isPaused, last: time }
  }

  /** Maximal intervals between a failed check and the next successful one in which the site was found down. */
  function outagesIn(beats: readonly Beat[], pauses: readonly number[]): [number, number | null][] {
    const found: [number, number | null][] = []
    let [first, isDown, before]: [number | null, boolean, number] = [null, false, 0]
    for (const { at: moment, status } of beats) {
      const time = moment.getTime()
      const interrupted = time - before > silenceMs || pauses.some((pause) => pause >= before && pause <= time)
      if (interrupted && !isDown) first = null
      if (status === 'up') {
        if (isDown) found.push([first ?? time, time])
        ;[first, isDown] = [null, false]
      } else {
        first ??= time
        isDown ||= status === 'down'
      }
      before = time
    }
    if (isDown && first !== null) found.push([first, null])
    return found
  }

  /** Counts every ten seconds of the period by the heartbeats around it. */
  function countSteps(
    beats: readonly Beat[],
    outages: [number, number | null][],
    { isPaused }: Played,
    from: number,
    to: number,
    now: number,
  ) {
    const times = beats.map((beat) => beat.at.getTime())
    let [monitored, down] = [0, 0]
    for (let time = from; time < Math.min(to, now); time += stepMs) {
      const next = times.findIndex((each) => each > time)
      const before = times[(next === -1 ? times.length : next) - 1]
      if (before === undefined) continue
      const silence = (next === -1 ? now : times[next]!) - before
      const isSilent = silence > silenceMs || (next === -1 && isPaused)
      if (isSilent && time >= before + intervalMs) continue
      monitored += stepMs
      if (outages.some(([began, ended]) => time >= began && (ended === null || time < ended))) down += stepMs
    }
    return { monitored, down }
  }

  it('agree with a recomputation from the heartbeats, for any checks, silences and pauses', async () => {
    const bounds = fc.tuple(
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(sequences, bounds, async (sites, [one, other, after]) => {
        await service.reset()
        // Every second site was never connected: it is known from its first successful check on.
        const seeded = await seedSites(service.db, sites.length, (number) => ({
          connection: number % 2 ? 'connected' : 'never',
        }))
        const played = await Promise.all(sites.map((events, index) => play(seeded[index]!.id, events)))
        for (const [index, { id }] of seeded.entries()) {
          const own = played[index]!
          await service.db
            .updateTable('monitors')
            .set({ active: !own.isPaused, interval_seconds: 60 })
            .where('site_id', '=', id)
            .execute()
          const now = new Date(own.last + after * stepMs)
          const period = { from: at(Math.min(one, other) * stepMs), to: at(Math.max(one, other) * stepMs) }
          const all = (await readBeats(service.db, id, { from: at(0), to: now })).toReversed()
          const first = index % 2 === 0 ? 0 : all.findIndex(({ status }) => status === 'up')
          const beats = first === -1 ? [] : all.slice(first)
          const outages = outagesIn(beats, own.pauses)
          const stored = await service.db
            .selectFrom('monitor_incidents')
            .selectAll()
            .where('site_id', '=', id)
            .orderBy('id')
            .execute()
          expect(
            stored.map((row) => [row.started_at.getTime(), row.ended_by === 'up' ? row.ended_at!.getTime() : null]),
          ).toEqual(outages)
          const histories = await listHistories({ db: service.db, settings, now }, [id], period.from)
          const uptime = computeUptime(histories.get(id)!, period, now)
          expect({ monitored: uptime.monitoredMs, down: uptime.downMs }).toEqual(
            countSteps(beats, outages, own, period.from.getTime(), period.to.getTime(), now.getTime()),
          )
        }
      }),
      { numRuns: 8, endOnFailure: true },
    )
  }, 240_000)
})
