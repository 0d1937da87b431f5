import { describe, expect, it } from 'vitest'
import { moveAnchor } from '../../operation/audit-trail/anchor.ts'
import { verifyAuditTrail } from '../../operation/audit-trail/verify-store.ts'
import { auditAnchorFile } from '../../platform/audit-anchor-file.ts'
import { callers } from '../../testing/callers.ts'
import { createDataDir } from '../../testing/command-line.ts'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const day = 86_400_000

const verify = () => verifyAuditTrail(fixture.service.db, fixture.service.app.auditKey)
const ids = async () =>
  (await fixture.service.db.selectFrom('audit_lines').select('id').orderBy('id').execute()).map(({ id }) => id)
const recordOnDays = async (days: number[]) => {
  for (const each of days) {
    fixture.service.clock.advance(each * day)
    await rest('PUT /settings/general/edit', { timezone_string: `UTC+${each % 10}` })
  }
}

describe('audit_retention_days', () => {
  it('stores all lines by default', async () => {
    await recordOnDays([0, 4000])
    await fixture.service.app.deleteOldRows()
    expect(await ids()).toEqual([1, 2])
  })

  it('removes older lines and keeps their number and the seal that the rest continues', async () => {
    await recordOnDays([0, 1, 2])
    const path = auditAnchorFile(await createDataDir())
    const { db, clock, app } = fixture.service
    const anchor = () => moveAnchor({ db, clock, key: app.auditKey, path })
    expect(await anchor()).toBe(3)
    await recordOnDays([88])
    expect((await rest('PUT /settings/advanced/edit', { audit_retention_days: 90 })).status).toBe(200)
    await app.deleteOldRows()
    // Line 1 is 91 days old, line 2 exactly 90; the last line is about the purge.
    expect(await ids()).toEqual([2, 3, 4, 5, 6])
    const last = await db.selectFrom('audit_lines').selectAll().where('id', '=', 6).executeTakeFirstOrThrow()
    expect([last.operation, JSON.parse(last.subject)]).toEqual([
      'purge-audit-lines',
      { removed: 1, last_line: 1, keep_days: 90 },
    ])
    expect(await verify()).toMatchObject({ problem: null, purged: 1, lines: 5 })
    clock.advance(60 * day)
    await app.deleteOldRows()
    expect(await verify()).toMatchObject({ problem: null, purged: 3 })
    // The anchored line was removed by retention.
    expect(await anchor()).toBe(7)
  })

  it('shows who pretends that retention removed lines, or changes what it recorded', async () => {
    await recordOnDays([0, 1, 2])
    const { db } = fixture.service
    const { seal } = await db.selectFrom('audit_lines').select('seal').where('id', '=', 2).executeTakeFirstOrThrow()
    await db.deleteFrom('audit_lines').where('id', '<=', 2).execute()
    await db.insertInto('audit_purged').values({ lines: 2, last_line: 2, last_seal: seal, seal: 'forged' }).execute()
    expect((await verify()).problem).toEqual({ kind: 'purge record' })
  })

  it('does not remove lines that were changed', async () => {
    await recordOnDays([0, 1, 200])
    await rest('PUT /settings/advanced/edit', { audit_retention_days: 90 })
    await fixture.service.db.updateTable('audit_lines').set({ subject: 'x' }).where('id', '=', 2).execute()
    await expect(fixture.service.app.deleteOldRows()).rejects.toThrow('Audit line 2 was changed')
    expect(await ids()).toEqual([1, 2, 3, 4])
  })
})
