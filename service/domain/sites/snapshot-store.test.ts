import { expect, it } from 'vitest'
import type { IngestItem } from '../../operation/ingest.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { ingestSnapshots } from './snapshot-store.ts'

const fixture = setUpService()

const info = {
  phpVersion: '8.3.1',
  databaseVersion: '10.11',
  memoryLimit: '256M',
  debugMode: false,
  activeTheme: 'Harbour',
  ip: '203.0.113.9',
  language: 'de_DE',
  publicToSearchEngines: true,
  timezone: 'Europe/Berlin',
  utcOffsetHours: 1,
}
const full: SiteSnapshot = {
  takenAt: new Date('2026-11-15T09:00:00Z'),
  connectorVersion: '6.1',
  wordpressVersion: '6.8.6',
  siteUrl: 'https://elsewhere.example',
  managedByHost: false,
  info,
  health: { good: 10, recommended: 2, critical: 1, score: 81 },
  problems: [],
}
const bare: SiteSnapshot = {
  takenAt: full.takenAt,
  connectorVersion: null,
  wordpressVersion: null,
  siteUrl: '',
  managedByHost: false,
  problems: [],
}

const ingest = (snapshot: SiteSnapshot, id = 1, synced?: IngestItem['synced']) =>
  fixture.service.db
    .transaction()
    .execute((trx) => ingestSnapshots(trx, [{ siteId: id, snapshot, synced }], fixture.service.clock.now()))
const row = async () => {
  const { rows } = await fixture.service.db.pool.query('select sites.*, xmin::text as version from sites where id = 1')
  return rows[0]
}
const dataVersion = async () =>
  (await fixture.service.db.pool.query(`select version from data_versions where subject = 'sites'`)).rows[0].version

it('stores versions, facts and health', async () => {
  await seedSites(fixture.service.db, 1)
  await ingest(full)
  expect(await row()).toMatchObject({
    wp_version: '6.8.6',
    php_version: '8.3.1',
    child_version: '6.1',
    health_score: 81,
    facts: { active_theme: 'Harbour', ip: '203.0.113.9', language: 'de_DE', managed_by_host: false },
    // A site cannot move itself to another address.
    url: 'https://site-1.example/',
  })
})

it('leaves the columns of a missing part unchanged', async () => {
  await seedSites(fixture.service.db, 1)
  await ingest(full)
  const before = await row()
  await ingest({ ...bare, health: { good: 0, recommended: 0, critical: 0, score: null } })
  expect(await row()).toEqual(before)
})

it('keeps the network of a site until its change log says otherwise', async () => {
  await seedSites(fixture.service.db, 1)
  const facts = async () => (await row()).facts
  await ingest({ ...full, network: { blogId: 3 } })
  await ingest({ ...full, info: { ...info, ip: '203.0.113.10' } })
  expect(await facts()).toMatchObject({ ip: '203.0.113.10', network: { blog_id: 3 } })
  await ingest({ ...full, network: null })
  expect(await facts()).toMatchObject({ network: null })
})

it('writes nothing when nothing changed, so that cached totals stay valid', async () => {
  await seedSites(fixture.service.db, 1)
  await ingest(full)
  const [before, version] = [await row(), await dataVersion()]
  await ingest(full)
  expect((await row()).version).toBe(before.version)
  await ingest({ ...full, wordpressVersion: '6.9' })
  expect((await row()).version).not.toBe(before.version)
  expect(await dataVersion()).toBe(version)
})

it.each<[string, SiteSnapshot]>([
  ['wp_version', { ...full, wordpressVersion: '6.9' }],
  ['php_version', { ...full, info: { ...info, phpVersion: '8.4.1' } }],
  ['child_version', { ...full, connectorVersion: '6.2' }],
  ['health_score', { ...full, health: { ...full.health!, score: 82 } }],
  ['facts', { ...full, info: { ...info, memoryLimit: '512M' } }],
])('stores a change of %s alone', async (column, changed) => {
  await seedSites(fixture.service.db, 1)
  await ingest(full)
  const before = await row()
  await ingest(changed)
  const after = await row()
  expect(after[column]).not.toEqual(before[column])
  expect({ ...after, [column]: null, version: null }).toEqual({ ...before, [column]: null, version: null })
})

it('refuses a deleted site, so that no other feature stores a part of it', async () => {
  await expect(ingest(full, 99)).rejects.toMatchObject({ code: 'svc_site_not_found' })
})

it('records a sync and clears an earlier failure; parts read otherwise are not a sync', async () => {
  await seedSites(fixture.service.db, 1, { sync_error_code: 'svc_site_offline', sync_error: 'It does not answer.' })
  await ingest(full, 1, { claimedUrl: null })
  const { takenAt } = full
  expect(await row()).toMatchObject({
    last_sync: takenAt,
    last_sync_attempt: takenAt,
    sync_error_code: null,
    sync_error: null,
  })
  await ingest({ ...full, takenAt: new Date('2026-11-15T10:00:00Z') })
  expect(await row()).toMatchObject({ last_sync: takenAt, last_sync_attempt: takenAt })
})

it.each([
  ['www.', 'https://www.site-1.example/', 'http://site-1.example/'],
  ['plain http', 'http://site-1.example:80/', 'http://site-1.example/'],
  ['encryption', 'https://site-1.example/', 'https://site-1.example/'],
  ['another host', 'https://elsewhere.example/', 'http://site-1.example/'],
  ['another folder', 'https://site-1.example/blog/', 'http://site-1.example/'],
  ['nothing new', null, 'http://site-1.example/'],
])('accepts the address %s only if it is the same site', async (_, claimedUrl, url) => {
  await seedSites(fixture.service.db, 1, { url: 'http://site-1.example/' })
  const { identity } = await row()
  await ingest(full, 1, { claimedUrl })
  expect(await row()).toMatchObject({ url, identity, last_sync: full.takenAt })
})

it('stores many sites at once, each its own data', async () => {
  await seedSites(fixture.service.db, 3)
  const items = [3, 1].map((siteId) => ({ siteId, snapshot: { ...full, wordpressVersion: `6.${siteId}` } }))
  await fixture.service.db.transaction().execute((trx) => ingestSnapshots(trx, items, fixture.service.clock.now()))
  const { rows } = await fixture.service.db.pool.query('select id, wp_version from sites order by id')
  expect(rows).toEqual([
    { id: 1, wp_version: '6.1' },
    { id: 2, wp_version: expect.not.stringMatching(/^6\.[13]$/) },
    { id: 3, wp_version: '6.3' },
  ])
})
