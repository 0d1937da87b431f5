import { expect, it } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { setUpService } from '../../../testing/people.ts'
import { insertImportRows } from '../import/import-row-store.ts'

const scene = setUpService()
const day = 86_400_000

it('deletes rows after three days, not before', async () => {
  const { db, clock, app } = scene.service
  const secrets = createSecrets(['a master key for tests, long enough'])
  await insertImportRows(
    db,
    secrets,
    [{ url: 'old' }, { url: 'old, too' }],
    new Date(clock.now().getTime() - 3 * day - 1),
  )
  await insertImportRows(db, secrets, [{ url: 'new' }], new Date(clock.now().getTime() - 3 * day + 1000))
  expect((await app.run('forget-import-rows', { dry_run: true })).output).toMatchObject({ count: 2 })
  expect((await app.run('forget-import-rows', {})).output).toEqual({ forgotten: 2 })
  expect(await db.selectFrom('site_import_rows').select('id').execute()).toHaveLength(1)
})
