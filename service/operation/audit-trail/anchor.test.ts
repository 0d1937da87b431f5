import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditAnchorFile, readAuditAnchor } from '../../platform/audit-anchor-file.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { systemActor } from '../actor.ts'
import { openAuditTrail } from '../audit-store.ts'
import { checkAnchor, moveAnchor } from './anchor.ts'
import { verifyAuditTrail } from './verify-store.ts'

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  await service.reset()
  folder = await mkdtemp(join(tmpdir(), 'flotilla-anchor-'))
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(() => service.close())

const path = () => auditAnchorFile(folder)
const record = (operation = 'paint-boat') =>
  service.app.context.audit.record({ actor: systemActor(), requestId: 'r', operation, subject: '{}', outcome: 'ok' })
const parts = () => ({ db: service.db, clock: service.clock, key: service.app.auditKey, path: path() })
const move = () => moveAnchor(parts())
const state = async () => (await checkAnchor(service.db, service.app.auditKey, path())).state
const removeAfter = async (line: number) => {
  const { seal } = await service.db
    .selectFrom('audit_lines')
    .select('seal')
    .where('id', '=', line)
    .executeTakeFirstOrThrow()
  await service.db.deleteFrom('audit_lines').where('id', '>', line).execute()
  await service.db.updateTable('audit_head').set({ seal }).execute()
}

describe('the anchor of the audit trail', () => {
  it('is written with the newest line, and moves with the trail', async () => {
    expect([await state(), await move()]).toEqual(['missing', 0])
    await record()
    expect(await move()).toBe(1)
    await record()
    expect([await state(), await move(), await state()]).toEqual(['contained', 2, 'contained'])
    expect(await readAuditAnchor(path())).toMatchObject({ line: 2, at: '2026-11-15T09:00:00.000Z' })
  })

  it('stays where it is when newest lines were removed, also after others were added', async () => {
    for (let count = 0; count < 3; count++) await record()
    await move()
    await removeAfter(2)
    expect([await state(), await move()]).toEqual(['newer', 'newer'])
    await record()
    expect([await state(), await move()]).toEqual(['different', 'different'])
    expect(await readAuditAnchor(path())).toMatchObject({ line: 3 })
  })

  it('does not move over a changed line', async () => {
    await record()
    await move()
    await record()
    await record()
    await service.db.updateTable('audit_lines').set({ subject: 'x' }).where('id', '=', 2).execute()
    expect([await state(), await move()]).toEqual(['contained', 'broken'])
  })

  it('moves after a restore that the trail records', async () => {
    for (let count = 0; count < 3; count++) await record()
    await move()
    await removeAfter(2)
    service.clock.advance(1000)
    await record('restore-backup')
    expect([await state(), await move(), await state()]).toEqual(['restored', 4, 'contained'])
  })

  it('leaves a line in the trail when it is created again after it was removed', async () => {
    const creations = async () => {
      const lines = service.db
        .selectFrom('audit_lines')
        .select('subject')
        .where('operation', '=', 'create-audit-anchor')
      return (await lines.execute()).length
    }
    const { recordAnchor } = await openAuditTrail(service)
    const keep = () => moveAnchor({ ...parts(), recordCreation: recordAnchor })
    expect(await keep()).toBe(0)
    await record()
    expect([await keep(), await creations()]).toEqual([2, 1])
    await record()
    expect([await keep(), await creations()]).toEqual([3, 1])
    await removeAfter(1)
    await rm(path())
    // The lines 2 and 3 are gone; the new anchor protects the line about it.
    expect([await keep(), await creations(), await state()]).toEqual([4, 1, 'contained'])
    const { anchors } = await verifyAuditTrail(service.db, service.app.auditKey)
    expect(anchors).toEqual({ count: 1, last: service.clock.now() })
  })

  it('is not believed when it was changed or is from another installation', async () => {
    await record()
    await move()
    const anchor = await readAuditAnchor(path())
    await writeFile(path(), JSON.stringify({ ...anchor, line: 0 }))
    expect([await state(), await move()]).toEqual(['unreadable', 'unreadable'])
    await writeFile(path(), 'no JSON')
    expect(await state()).toBe('unreadable')
    await writeFile(path(), JSON.stringify({ ...anchor, key: '00000000' }))
    expect(await state()).toBe('other key')
  })

  it('is written by several processes of one folder, by the time and at the end', async () => {
    const [one, two] = await Promise.all([
      service.openAnother({ auditAnchor: path() }),
      service.openAnother({ auditAnchor: path() }),
    ])
    await record()
    service.clock.advance(10_000)
    // The second process may have created it, too.
    const isAnchored = async () => ((await readAuditAnchor(path()))?.line ?? 0) >= 2
    await expect.poll(isAnchored).toBe(true)
    await record()
    const newest = async () =>
      (await service.db.selectFrom('audit_lines').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
    await one.close()
    expect(await readAuditAnchor(path())).toMatchObject({ line: await newest() })
    expect(service.logged).toContainEqual(expect.objectContaining({ msg: 'audit head', line: await newest() }))
    void two
  })
})
