import { expect, it } from 'vitest'
import { seedSoftware } from '../../../testing/seed-software.ts'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const plugins = async (q: string) =>
  (await fixture.rest(`GET /search?q=${q}`)).body.data.plugins.map((each: { name: string }) => each.name)

it('finds reported items by name at once', async () => {
  fixture.site.addPlugin({ file: 'galleon/galleon.php', name: 'Galleon Gallery', version: '1.0' })
  expect(await plugins('gallery')).toEqual([])
  await fixture.sync()
  expect(await plugins('gallery')).toEqual(['Galleon Gallery'])
})

it('counts the sites of each item, so that the most common is first, and deletes unused items', async () => {
  const { db, app } = fixture.service
  await seedSoftware(db, [
    { site_id: 1, slug: 'a-form/a.php', name: 'A form' },
    { site_id: 1, slug: 'b-form/b.php', name: 'B form' },
    { site_id: 2, slug: 'b-form/b.php', name: 'B form' },
  ])
  expect((await app.run('recount-software', {})).output).toEqual({ changed: 1 })
  expect(await plugins('form')).toEqual(['B form', 'A form'])
  expect((await app.run('recount-software', {})).output).toEqual({ changed: 0 })
  await db.pool.query(`delete from site_software where slug like 'b-%'`)
  await app.run('recount-software', {})
  expect(await plugins('form')).toEqual(['A form'])
})

it('keeps the inventory the same, as computed from the rows of the sites', async () => {
  const { db, app } = fixture.service
  const forms = { slug: 'forms/forms.php', name: 'Forms' }
  const inventory = async () =>
    (await fixture.rest('GET /inventory/plugins')).body.data.map(
      ({ sites, active, versions }: Record<string, unknown>) => ({
        sites,
        active,
        versions,
      }),
    )
  await seedSoftware(db, [
    { site_id: 1, ...forms, version: '1.0' },
    { site_id: 2, ...forms, version: '1.0', active: false },
  ])
  await app.run('recount-software', {})
  await db.pool.query(`update site_software set version = '2.0', active = true where site_id = 2`)
  const both = [
    { version: '1.0', sites: 1, active: 1 },
    { version: '2.0', sites: 1, active: 1 },
  ]
  expect(await inventory()).toEqual([{ sites: 2, active: 2, versions: both }])
  await app.run('recount-software', {})
  expect(await inventory()).toEqual([{ sites: 2, active: 2, versions: both }])
  await db.pool.query('delete from sites where id = 1')
  expect(await inventory()).toEqual([{ sites: 1, active: 1, versions: [both[1]] }])
  await app.run('recount-software', {})
  expect(await db.selectFrom('software_counts').selectAll().execute()).toHaveLength(1)
})
