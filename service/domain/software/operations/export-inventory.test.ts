import { expect, it } from 'vitest'
import { readCsv } from '../../../platform/csv.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

async function seed() {
  const { db } = fixture.service
  await seedSites(db, 150)
  const item = { slug: 'slider/slider.php', name: 'Slider', version: '1.0', active: true, last_updated: null }
  const rows = Array.from({ length: 150 }, (_, index) => ({ ...item, kind: 'plugin' as const, site_id: index + 1 }))
  await db
    .insertInto('site_software')
    .values([...rows, { ...item, kind: 'theme', site_id: 3, slug: 'now', name: 'Now' }])
    .execute()
}

it('has each plugin and theme of each site once', async () => {
  await seed()
  const { header, rows } = readCsv((await rest('GET /inventory/export')).text)
  expect(header.slice(0, 3)).toEqual(['site_id', 'site_name', 'site_url'])
  expect(rows.length).toBe(151)
  expect(new Set(rows.map(({ cells }) => cells[0])).size).toBe(150)
  const themes = (await rest('GET /inventory/export?type=theme&format=jsonl')).text.trim().split('\n')
  expect(themes.map((line) => JSON.parse(line))).toMatchObject([
    { site_id: 3, type: 'theme', slug: 'now', active: true },
  ])
})

it('has only the sites of a limited key', async () => {
  await seed()
  const { headers } = fixture.people.keys.limited
  expect(readCsv((await rest('GET /inventory/export', undefined, headers)).text).rows.length).toBe(1)
})
