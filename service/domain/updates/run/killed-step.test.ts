import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Site, UpdateBehaviour } from '../../../../simulator/index.ts'
import { systemActor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'
import { runSiteUpdates } from './run-site-updates.ts'

const forms = 'forms/forms.php'

/** The calls at which the worker is killed, before or after the site has performed them. */
const phases: Partial<Record<UpdateBehaviour, string[]>> = {
  success: ['updatePlugins after', 'readGuards before', 'disarmGuards after'],
  'fatal-at-load': [
    'armGuards after',
    'updatePlugins before',
    'updatePlugins after',
    'request before',
    'readGuards after',
    'disarmGuards before',
  ],
  blank: ['request after', 'restoreGuarded before', 'restoreGuarded after', 'disarmGuards after'],
}

const fixture = setUpUpdateRun({ sites: 6 })

/** A context whose database cannot be reached any more after the kill, as that of a dead process. */
function mortalContext(site: Site, phase: string): Context {
  const [method, moment] = phase.split(' ')
  let isDead = false
  const die = () => {
    isDead = true
    throw new Error('killed')
  }
  const mortal = <Part extends object>(part: Part, isFatal: (key: string) => boolean = () => false): Part =>
    new Proxy(part, {
      get(target, key) {
        if (isDead) throw new Error('killed')
        const value: unknown = Reflect.get(target, key, target)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (!isFatal(String(key))) return Reflect.apply(value, target, args)
          if (moment === 'before') return die()
          return Promise.resolve(Reflect.apply(value, target, args)).then(die, die)
        }
      },
    })
  // Pages are requested before the updates, too.
  const isUpdated = () => site.journal.some(({ function: name }) => name.startsWith('upgrade'))
  const isPhase = (key: string) => key === method && (method !== 'request' || isUpdated())
  const { context } = fixture.service.app
  const call = { recordChange: async () => {}, resumed: false, jobId: null, retriedAt: null }
  return {
    ...context,
    ...call,
    actor: systemActor(),
    db: mortal(context.db),
    connector: mortal(context.connector, isPhase),
    outbound: mortal(context.outbound, isPhase),
  }
}

/** Advances the clock until the work has ended: pauses depend on it. */
async function passTime<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  ended.catch(() => {})
  while (!isOver) {
    fixture.service.clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return ended
}

describe('a worker that is killed in any phase of a step', () => {
  it.each([
    ['success', 'updated', '1.1'],
    ['fatal-at-load', 'rolled_back', '1.0'],
    ['blank', 'rolled_back', '1.0'],
  ] as [UpdateBehaviour, string, string][])(
    'is followed by one that records the one outcome of the site: %s',
    { timeout: 60_000 },
    async (effect, result, version) => {
      const selection = { types: ['plugin' as const], slugs: [forms] }
      // The release is not held while it fails.
      await fixture.rest('PUT /update-policies', { scope: 'fleet', rules: { hold_after: 1_000 } })
      const seen: unknown[] = []
      const killedAt = phases[effect] ?? []
      for (const [index, phase] of killedAt.entries()) {
        const site = fixture.sites[index]!
        const run = randomUUID()
        site.onUpdate(forms, effect)
        await passTime(runSiteUpdates(mortalContext(site, phase), index + 1, { ...selection, run })).catch(() => {})
        const input = { site_id_or_domain: index + 1, ...selection, run }
        await passTime(fixture.service.app.run('install-site-updates', input, { resumed: true, unaudited: true }))
        const [row, ...more] = (await fixture.history()).filter((item) => item.run === run)
        seen.push({
          phase,
          result: row?.result,
          recorded: row?.to_version,
          installed: site.plugin(forms)?.version,
          others: more.length,
          sent: fixture.sentCalls(site).length,
          broken: site.releases.isBroken,
          armed: site.guards.all.length,
        })
      }
      const expected = { result, recorded: version, installed: version, others: 0, sent: 1, broken: false, armed: 0 }
      expect(seen).toEqual(killedAt.map((phase) => ({ phase, ...expected })))
      const checks = await fixture.service.db.selectFrom('update_checks').select(['healthy', 'finished_at']).execute()
      expect(checks.every(({ healthy, finished_at }) => healthy === true && finished_at !== null)).toBe(true)
      const open = await fixture.service.db.selectFrom('guards').select('id').where('ended_at', 'is', null).execute()
      expect(open).toEqual([])
    },
  )
})
