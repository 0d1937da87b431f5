import { describe, expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { createLog } from '../../platform/log.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { readFromSites } from './read-from-sites.ts'
import { selectForReading } from './select-sites.ts'

const fixture = setUpService()
const logged: Record<string, unknown>[] = []

/** Without a network: the test provides the answer of each site. */
async function read<Row>(
  count: number,
  answer: (id: number, how: { deadlineMs?: number | undefined }) => Promise<Row[]>,
) {
  const { db, clock, secrets } = fixture.service
  const private_key = secrets.seal('a key that is never used', 'sites.private_key')
  await seedSites(db, count, { private_key })
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) })
  const context = { db, clock, secrets, log, actor: systemActor() } as unknown as Context
  const selection = await selectForReading(context, { websites: [], groups: [], clients: [] })
  return readFromSites(context, selection, (_child, site, how) => answer(site.id, how))
}

const never = () => new Promise<never>(() => {})

describe('readFromSites', () => {
  it('returns what arrived when the time is up', async () => {
    let answered = 0
    const reading = read(3, async (id) => {
      if (id === 2) return never()
      if (++answered === 2) setImmediate(() => fixture.service.clock.advance(25_000))
      return [`from ${id}`]
    })
    expect(await reading).toMatchObject({
      bySite: { 'https://site-1.example/': ['from 1'], 'https://site-3.example/': ['from 3'] },
      errors: [{ identifier: 2, site_id: 2, site_url: 'https://site-2.example/', code: 'svc_no_answer_in_time' }],
      total: 2,
    })
  })

  it('gives each site the whole time up to 50 sites, and 8 seconds above', async () => {
    const deadlines = new Set<number | undefined>()
    await read(50, async (_, how) => [deadlines.add(how.deadlineMs)])
    expect([...deadlines]).toEqual([25_000])
    await fixture.service.reset()
    deadlines.clear()
    await read(51, async (_, how) => [deadlines.add(how.deadlineMs)])
    expect([...deadlines]).toEqual([8_000])
  })

  it('leaves out only answers that exceed the total size', async () => {
    const answers = await read(4, async (id) => [id === 4 ? 'small' : 'x'.repeat(7_000_000)])
    expect(answers.total).toBe(3)
    expect(answers.bySite['https://site-4.example/']).toEqual(['small'])
    expect(answers.errors.map(({ code }) => code)).toEqual(['svc_answer_too_large'])
  })

  it('returns a refusal with its message and an unexpected error without', async () => {
    const { errors } = await read(2, async (id) => {
      throw id === 1 ? new ServiceError('svc_site_busy', 'conflict', 'Wait.') : new Error('secret detail')
    })
    expect(errors).toMatchObject([
      { code: 'svc_site_busy', message: 'Wait.' },
      { code: 'svc_internal_error', message: expect.not.stringContaining('secret') },
    ])
    expect(JSON.stringify(logged)).toContain('secret detail')
  })
})
