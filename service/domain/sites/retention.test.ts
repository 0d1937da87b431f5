import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { insertFormerKey } from './connection/former-key-store.ts'
import { insertImportRows } from './import/import-row-store.ts'

const fixture = setUpService()
const day = 86_400_000

it('deletes rows of an import after three days, not before', async () => {
  const { db, clock, secrets, app } = fixture.service
  const before = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds)
  await insertImportRows(db, secrets, [{ url: 'old' }, { url: 'old, too' }], before(3 * day + 1))
  await insertImportRows(db, secrets, [{ url: 'new' }], before(3 * day - 1000))
  expect(await app.deleteOldRows()).toEqual({ site_import_rows: 2 })
  expect(await db.selectFrom('site_import_rows').select('id').execute()).toHaveLength(1)
})

it('deletes expired keys of former addresses only', async () => {
  const { db, clock, app } = fixture.service
  await seedSites(db, 2)
  const now = clock.now().getTime()
  const key = { content: 'sealed', site_id: 1 }
  await insertFormerKey(db, { ...key, url: 'https://expired.example/', kept_until: new Date(now - 1) })
  await insertFormerKey(db, { ...key, url: 'https://valid.example/', kept_until: new Date(now + 1) })
  expect(await app.deleteOldRows()).toEqual({ site_former_keys: 1 })
  expect(await db.selectFrom('site_former_keys').select('url').execute()).toEqual([{ url: 'https://valid.example/' }])
})
