import { describe, expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { createLog } from '../../platform/log.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { askSites } from './ask-sites.ts'
import { selectForReading } from './site-selection.ts'

const scene = setUpService()
const logged: Record<string, unknown>[] = []

/** Asks without a network: what each site says is up to the test. */
async function ask<Row>(
  count: number,
  answer: (id: number, how: { deadlineMs?: number | undefined }) => Promise<Row[]>,
) {
  const { db, clock, secrets } = scene.service
  const private_key = secrets.seal('a key that is never used', 'sites.private_key')
  await seedSites(db, count, { private_key })
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) })
  const context = { db, clock, secrets, log, actor: systemActor() } as unknown as Context
  const selection = await selectForReading(context, { websites: [], groups: [], clients: [] })
  return askSites(context, selection, (_child, site, how) => answer(site.id, how))
}

const silence = () => new Promise<never>(() => {})

describe('asking many sites', () => {
  it('answers with what is there when the time is up, and forgets its alarm', async () => {
    let answered = 0
    const asked = ask(3, async (id) => {
      if (id === 2) return silence()
      if (++answered === 2) setImmediate(() => scene.service.clock.advance(25_000))
      return [`from ${id}`]
    })
    expect(await asked).toMatchObject({
      bySite: { 'https://site-1.example/': ['from 1'], 'https://site-3.example/': ['from 3'] },
      errors: [{ identifier: 2, site_id: 2, site_url: 'https://site-2.example/', code: 'svc_no_answer_in_time' }],
      total: 2,
    })
  })

  it('gives each of a few sites all the time there is, and each of many a part of it', async () => {
    const patience = new Set<number | undefined>()
    await ask(50, async (_, how) => [patience.add(how.deadlineMs)])
    expect([...patience]).toEqual([25_000])
    await scene.service.reset()
    patience.clear()
    await ask(51, async (_, how) => [patience.add(how.deadlineMs)])
    expect([...patience]).toEqual([8_000])
  })

  it('leaves out what would make the answer too large, and nothing else', async () => {
    const asked = await ask(4, async (id) => [id === 4 ? 'small' : 'x'.repeat(7_000_000)])
    expect(asked.total).toBe(3)
    expect(asked.bySite['https://site-4.example/']).toEqual(['small'])
    expect(asked.errors.map(({ code }) => code)).toEqual(['svc_answer_too_large'])
  })

  it('tells a refusal as it is and a bug as nothing but a bug', async () => {
    const { errors } = await ask(2, async (id) => {
      throw id === 1 ? new ServiceError('svc_site_busy', 'conflict', 'Wait.') : new Error('secret detail')
    })
    expect(errors).toMatchObject([
      { code: 'svc_site_busy', message: 'Wait.' },
      { code: 'svc_internal_error', message: expect.not.stringContaining('secret') },
    ])
    expect(JSON.stringify(logged)).toContain('secret detail')
  })
})
