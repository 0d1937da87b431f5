import { describe, expect, it } from 'vitest'
import { verifyAuditTrail } from '../../../operation/audit-trail/verify-store.ts'
import { setUpService } from '../../../testing/people.ts'
import { recordAccessEvent } from './access-event.ts'

const fixture = setUpService()
const hour = 3_600_000

const record = (outcome: string, address: string | null, login: 'ada' | null = 'ada') =>
  recordAccessEvent(fixture.service.app.context, {
    event: 'sign-in',
    outcome,
    user: login === null ? null : { id: fixture.people.administrator.id, login },
    address,
    facts: { way: 'password' },
  })
const lines = async () =>
  (await fixture.service.db.selectFrom('audit_lines').selectAll().orderBy('id').execute()).map((line) => ({
    kind: line.actor_kind,
    user: line.user_id,
    address: line.address,
    outcome: line.outcome,
    ...JSON.parse(line.subject),
  }))

describe('an event of access', () => {
  it('that succeeded is a line of the person, in the transaction of the change', async () => {
    const { app, db } = fixture.service
    const user = { id: fixture.people.viewer.id, login: 'vera' }
    const event = { event: 'add-passkey', outcome: 'ok', user, address: '203.0.113.9', facts: { name: 'Laptop' } }
    await db.transaction().execute((trx) => recordAccessEvent(app.context, event, trx))
    const rolledBack = db.transaction().execute(async (trx) => {
      await recordAccessEvent(app.context, event, trx)
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
    expect(await lines()).toEqual([
      { kind: 'user', user: user.id, address: '203.0.113.9', outcome: 'ok', login: 'vera', name: 'Laptop' },
    ])
  })

  it('that is refused again and again is one line and one sum per address and login', async () => {
    for (let count = 0; count < 40; count++) await record('svc_unauthorized', '203.0.113.9')
    for (let count = 0; count < 3; count++) await record('svc_unauthorized', '203.0.113.10')
    await record('svc_unauthorized', '203.0.113.9', null)
    const first = { kind: 'nobody', outcome: 'svc_unauthorized', way: 'password' }
    const expected = [
      { ...first, user: 1, login: 'ada', address: '203.0.113.9' },
      { ...first, user: 1, login: 'ada', address: '203.0.113.10' },
      { ...first, user: null, login: null, address: '203.0.113.9' },
    ]
    expect(await lines()).toEqual(expected)
    await fixture.service.app.deleteOldRows()
    expect(await lines()).toHaveLength(3)
    fixture.service.clock.advance(hour + 1)
    await fixture.service.app.deleteOldRows()
    const since = { since: expect.any(String), until: expect.any(String) }
    const sums = (await lines()).slice(3).toSorted((a, b) => b.repeats - a.repeats)
    expect(sums).toEqual([
      { ...expected[0], ...since, repeats: 39 },
      { ...expected[1], ...since, repeats: 2 },
    ])
    // A new window begins with a line again.
    await record('svc_unauthorized', '203.0.113.9')
    expect(await lines()).toHaveLength(6)
    expect((await verifyAuditTrail(fixture.service.db, fixture.service.app.auditKey)).problem).toBe(null)
  })

  it('that is refused at thousands of addresses does not add thousands of lines', async () => {
    for (let count = 0; count < 1_000; count++) await record('svc_unauthorized', `2001:db8::${count.toString(16)}`)
    const written = await lines()
    expect(written.length).toBeLessThanOrEqual(201)
    expect(written.at(-1)).toMatchObject({ address: null, login: 'ada' })
    fixture.service.clock.advance(hour + 1)
    await fixture.service.app.deleteOldRows()
    expect((await lines()).at(-1)).toMatchObject({ address: null, repeats: 799 })
  })
})
