import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { insertFormerKey } from '../connection/former-key-store.ts'

const scene = setUpService()

it('deletes expired keys only', async () => {
  const { db, clock, app } = scene.service
  await seedSites(db, 2)
  const now = clock.now()
  const key = { content: 'sealed', site_id: 1 }
  await insertFormerKey(db, { ...key, url: 'https://over.example/', kept_until: now })
  await insertFormerKey(db, { ...key, url: 'https://kept.example/', kept_until: new Date(now.getTime() + 1) })
  expect((await app.run('delete-expired-site-keys', { dry_run: true })).output).toMatchObject({ count: 1 })
  expect((await app.run('delete-expired-site-keys', {})).output).toEqual({ deleted: 1 })
  expect(await db.selectFrom('site_former_keys').select('url').execute()).toEqual([{ url: 'https://kept.example/' }])
})
