import { beforeEach, describe, expect, it } from 'vitest'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call } from '../testing/dashboard.ts'

const here = connectedFleet({ updateDuration: 2000 })
const a = 'a/a.php'
const b = 'b/b.php'
const update = (file: string) => call(here.site.url, 'upgradeplugintheme', { type: 'plugin', list: file })

describe('updates that take time', () => {
  beforeEach(() => {
    here.site.addPlugin({ file: a, name: 'A', version: '1.0', offer: '1.1', active: true })
    here.site.addPlugin({ file: b, name: 'B', version: '2.0', offer: '2.1', active: false })
  })

  it('put the site into maintenance while an active plugin is replaced', async () => {
    const running = update(a)
    await expect.poll(() => here.clock.waiting).toBe(1)
    expect((await call(here.site.url, 'cloneinfo', {})).status).toBe(503)
    here.clock.advance(2000)
    expect((await running).payload.upgrades).toEqual({ [a]: true })
    expect((await call(here.site.url, 'cloneinfo', {})).status).toBe(200)
  })

  it('conflict: one succeeds, one is rolled back, one does nothing and reports success', async () => {
    const runs = [update(b), update(b), update(b)]
    await expect.poll(() => here.clock.waiting).toBe(3)
    expect(here.site.callLog.changes.peak).toBe(3)
    here.clock.advance(2000)
    const reports = (await Promise.all(runs)).map(({ payload }) => payload.other_data.updated_data[b])
    expect(reports.filter(({ success, old_version }) => success === 1 && old_version === '2.0')).toHaveLength(1)
    expect(reports.filter(({ rollback }) => rollback === 1)).toHaveLength(1)
    expect(reports.filter(({ success, old_version }) => success === 1 && old_version === '')).toHaveLength(1)
    expect(here.site.journal.flatMap(({ effects }) => effects)).toHaveLength(1)
  })

  it('can leave the site in maintenance for a while', async () => {
    here.site.onUpdate(b, 'maintenance-after', { delay: 1000 })
    const running = update(b)
    await expect.poll(() => here.clock.waiting).toBe(1)
    here.clock.advance(2000)
    expect((await running).status).toBe(200)
    expect(here.site.maintenance).toBe(true)
    here.clock.advance(1000)
    expect(here.site.maintenance).toBe(false)
  })
})
