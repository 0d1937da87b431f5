import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { features } from '../../catalogue.ts'
import { createIngest } from '../../operation/ingest.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { releaseStep } from './release-step.ts'
import { seedUpdates } from './testing/seed-updates.ts'
import { setUpUpdates } from './testing/set-up-updates.ts'
import type { UpdateType } from './update.ts'

const fixture = setUpUpdates()
const query = async (text: string, values: unknown[] = []) => (await fixture.service.db.pool.query(text, values)).rows
const sumUp = () => fixture.service.app.run('sum-up-update-counts', {})

type Numbers = Record<string, number>
interface Counted {
  /** By the id of the site. */
  sites: Record<string, Numbers>
  /** By kind and id, such as `client 1`, `client none`, `tag 2`; only those with pending updates. */
  groups: Record<string, Numbers>
  /** The number of sites by type, slug and versions. */
  items: Numbers
}

const columns = ['core', 'plugins', 'themes', 'translations', 'major', 'minor', 'patch', 'unknown'] as const
const columnOf = { core: 'core', plugin: 'plugins', theme: 'themes', translation: 'translations' } as const
const noUpdates = (): Numbers => Object.fromEntries(columns.map((column) => [column, 0]))

interface PendingRow {
  site_id: number
  client_id: number | null
  tag_ids: number[]
  type: UpdateType
  slug: string
  current_version: string
  new_version: string
}

/** Counts the rows of site_updates, one by one. */
async function countRows(): Promise<Counted> {
  const counted: Counted = { sites: {}, groups: {}, items: {} }
  for (const { id } of await query('select id from sites')) counted.sites[id] = noUpdates()
  const rows: PendingRow[] = await query(`select site_id, client_id, type, slug, current_version, new_version,
      array(select tag_id from site_tags where site_tags.site_id = pending.site_id) as tag_ids
    from site_updates as pending join sites on sites.id = site_id where not ignored`)
  const seen = new Set<string>()
  for (const { site_id, client_id, tag_ids, type, slug, current_version, new_version } of rows) {
    const groups = [`client ${client_id ?? 'none'}`, ...tag_ids.map((id) => `tag ${id}`)]
    for (const group of groups) {
      counted.groups[group] ??= { sites: 0, ...noUpdates() }
      if (!seen.has(`${group} ${site_id}`)) counted.groups[group].sites! += 1
      seen.add(`${group} ${site_id}`)
    }
    for (const numbers of [counted.sites[site_id]!, ...groups.map((group) => counted.groups[group]!)]) {
      numbers[columnOf[type]]! += 1
      if (type !== 'translation') numbers[releaseStep(type, current_version, new_version)]! += 1
    }
    const item = [type, slug, type === 'translation' ? '' : current_version, new_version].join(' ')
    counted.items[item] = (counted.items[item] ?? 0) + 1
  }
  return counted
}

/** What the database has counted. */
async function readCounts(): Promise<Counted> {
  const sum = ['sites', ...columns].map((column) => `sum(${column})::integer as ${column}`).join(', ')
  const either = (table: string, changes: string) =>
    `(select * from ${table} union all select * from ${changes}) as parts`
  const groups = await query(`select kind || ' ' || coalesce(group_id::text, 'none') as key, ${sum}
    from ${either('update_group_counts', 'update_group_count_changes')} group by kind, group_id having sum(sites) <> 0`)
  const items = await query(`select concat_ws(' ', type, slug, current_version, new_version) as key,
      sum(sites)::integer as sites
    from (select type, slug, current_version, new_version, sites from update_counts
      union all select type, slug, current_version, new_version, sites from update_count_changes) as parts
    group by type, slug, current_version, new_version having sum(sites) <> 0`)
  const sites = await query(`select site_id as key, ${columns.join(', ')} from site_update_counts`)
  const byKey = (rows: { key: string }[]) => Object.fromEntries(rows.map(({ key, ...numbers }) => [key, numbers]))
  return {
    sites: byKey(sites) as Counted['sites'],
    groups: byKey(groups) as Counted['groups'],
    items: Object.fromEntries(items.map(({ key, sites }) => [key, sites])),
  }
}

/** The same through the service; the counts of sites have no route of their own that shows all of them. */
async function expectServiceToShow({ groups, sites }: Counted): Promise<void> {
  const shown: Record<string, Numbers> = {}
  for (const kind of ['client', 'tag']) {
    for (const group of (await fixture.rest(`GET /updates/${kind}s?per_page=100`)).body.data) {
      const { total: _, ...byType } = group.summary
      shown[`${kind} ${group[`${kind}_id`] ?? 'none'}`] = { sites: group.sites, ...byType, ...group.steps }
    }
  }
  expect(shown).toEqual(groups)
  const totalOf = ({ core, plugins, themes, translations }: Numbers) => core! + plugins! + themes! + translations!
  const totals = Object.entries(sites).map(([id, numbers]) => [Number(id), totalOf(numbers)] as const)
  const table = (await fixture.rest('GET /sites/table?orderby=id&per_page=100')).body.data
  expect(table.map((row: { id: number; updates: Numbers }) => [row.id, row.updates.total])).toEqual(totals)
  const fleet = (await fixture.rest('GET /updates')).body
  expect([fleet.total, fleet.summary.total]).toEqual([
    totals.filter(([, total]) => total > 0).length,
    totals.reduce((sum, [, total]) => sum + total, 0),
  ])
  const overview = (await fixture.rest('GET /overview')).body.data
  expect([overview.sites.with_updates, overview.updates.total]).toEqual([fleet.total, fleet.summary.total])
}

const slugs = ['a/a.php', 'b/b.php', 'c/c.php']
const versions = ['1.0', '1.0.1', '1.2', '2.0', 'beta']
const site = fc.integer({ min: 1, max: 4 })
const group = fc.integer({ min: 1, max: 3 })
const slug = fc.constantFrom(...slugs)
const version = fc.constantFrom(...versions)
const everywhere = fc.boolean()

const offer = fc.record({ slug, version, newVersion: version }).map(({ slug, version, newVersion }) => ({
  ...{ slug, version, newVersion, name: slug, active: true, premium: false, hasPackage: true, url: '' },
  ...{ requiresWordPress: null, requiresPhp: null, testedWith: null, fitsWordPress: null, fitsPhp: null },
}))
const offers = fc.uniqueArray(offer, { selector: ({ slug }) => slug, maxLength: 3 })
const translation = fc.record({
  type: fc.constantFrom('plugin', 'theme'),
  slug: fc.constantFrom('a', 'b'),
  language: fc.constantFrom('de_DE', 'fr_FR'),
  name: fc.constant('A'),
  version: fc.constant('1.0'),
})
const snapshot = fc.record({
  takenAt: fc.constant(new Date('2026-11-15T09:00:00Z')),
  connectorVersion: fc.constant('6.1'),
  wordpressVersion: fc.constantFrom('6.7', '6.8.1'),
  siteUrl: fc.constant(''),
  managedByHost: fc.constant(false),
  coreUpdate: fc.constantFrom(null, '6.8.2', '6.9'),
  pluginUpdates: offers,
  themeUpdates: offers,
  translationUpdates: fc.uniqueArray(translation, {
    selector: ({ type, slug, language }) => `${type} ${slug} ${language}`,
    maxLength: 3,
  }),
  problems: fc.constant([]),
}) as fc.Arbitrary<SiteSnapshot>

const ingest = (siteId: number, snapshot: SiteSnapshot) =>
  createIngest(features, fixture.service.db, fixture.service.clock)(siteId, snapshot)
const ignoring = (action: 'ignore' | 'unignore') =>
  fc.record({ site, slug, everywhere, version: fc.option(version) }).map(({ site, slug, everywhere, version }) => ({
    what: `${action} ${slug} ${version ?? ''} ${everywhere ? 'everywhere' : `on ${site}`}`,
    run: () =>
      fixture.rest(`POST /updates/${everywhere ? '' : `${site}/`}${action}/plugins`, {
        slug,
        ...(version && { version }),
      }),
  }))

/** Every way in which counts change. A site that does not exist any more is refused or changes nothing. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ site, snapshot }).map(({ site, snapshot }) => ({
      what: `ingest ${site} ${JSON.stringify(snapshot)}`,
      run: () => ingest(site, snapshot).catch(() => {}),
    })),
  },
  { weight: 2, arbitrary: ignoring('ignore') },
  { weight: 2, arbitrary: ignoring('unignore') },
  fc.record({ site, group }).map(({ site, group }) => ({
    what: `tag ${site} with ${group}`,
    run: () =>
      query(
        'insert into site_tags select id, $2 from sites where id = $1 and exists (select from tags where id = $2) on conflict do nothing',
        [site, group],
      ),
  })),
  fc.record({ site, group }).map(({ site, group }) => ({
    what: `remove tag ${group} from ${site}`,
    run: () => query('delete from site_tags where site_id = $1 and tag_id = $2', [site, group]),
  })),
  fc.record({ site, group: fc.option(group) }).map(({ site, group }) => ({
    what: `give ${site} to client ${group}`,
    run: () =>
      query('update sites set client_id = (select id from clients where id = $2) where id = $1', [site, group]),
  })),
  site.map((site) => ({ what: `delete site ${site}`, run: () => query('delete from sites where id = $1', [site]) })),
  group.map((id) => ({ what: `delete tag ${id}`, run: () => query('delete from tags where id = $1', [id]) })),
  group.map((id) => ({ what: `delete client ${id}`, run: () => query('delete from clients where id = $1', [id]) })),
  fc.constant({ what: 'sum up', run: sumUp }),
)

/** Four sites, three clients and three tags, and no rules. */
async function startAgain(): Promise<void> {
  for (const table of ['sites', 'clients', 'tags', 'ignored_updates']) await query(`delete from ${table}`)
  await query(
    `insert into clients (id, name, created_at, updated_at) select n, 'Client ' || n, now(), now() from generate_series(1, 3) n`,
  )
  await query(
    `insert into tags (id, name, created_at, updated_at) select n, 'Tag ' || n, now(), now() from generate_series(1, 3) n`,
  )
  await query('alter table sites alter column id restart with 1')
  await seedSites(fixture.service.db, 4, (number) => ({ client_id: number % 2 === 0 ? 1 : null }))
  await query('insert into site_tags values (1, 1), (2, 1), (2, 2)')
}

describe('counts of pending updates', () => {
  it('equal a recount of the rows after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await startAgain()
        for (const { what, run } of steps) {
          await run()
          expect([what, await readCounts()]).toEqual([what, await countRows()])
        }
        await expectServiceToShow(await countRows())
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  it('leave no rows behind when everything is gone', async () => {
    await query('delete from sites')
    await sumUp()
    for (const table of [
      'site_update_counts',
      'update_group_counts',
      'update_group_count_changes',
      'update_counts',
      'update_count_changes',
    ])
      expect([table, await query(`select * from ${table}`)]).toEqual([table, []])
  })

  it('equal a recount after concurrent changes', async () => {
    await startAgain()
    const plugin = { slug: 'a/a.php' }
    await Promise.all([1, 2, 3, 4].map((site_id) => seedUpdates(fixture.service.db, [{ site_id, ...plugin }])))
    await Promise.all([
      ...[1, 2, 3].map((id) => fixture.rest(`POST /updates/${id}/ignore/plugins`, plugin)),
      ...['ignore', 'unignore', 'ignore'].map((action) => fixture.rest(`POST /updates/${action}/plugins`, plugin)),
      ...[1, 2, 3, 1].map((client, round) =>
        query('update sites set client_id = $1 where id = $2', [client, (round % 3) + 1]),
      ),
      ...[1, 2, 3].map((id) => seedUpdates(fixture.service.db, [{ site_id: id, slug: `many-${id}/a.php` }])),
      ...[1, 3, 4].map((id) => query('insert into site_tags values ($1, 3)', [id])),
      query('delete from site_tags where site_id = 2'),
      ...Array.from({ length: 3 }, sumUp),
    ])
    const expected = await countRows()
    expect(await readCounts()).toEqual(expected)
    await sumUp()
    expect(await readCounts()).toEqual(expected)
    await expectServiceToShow(expected)
  })

  it('of a tag are right when the updates of its site change at the same time', async () => {
    await startAgain()
    const { db } = fixture.service
    let tagged: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('site_updates').execute()
      await trx
        .insertInto('site_updates')
        .values({ ...anUpdate, site_id: 3 })
        .execute()
      tagged = query('insert into site_tags values (3, 3)')
      await untilOneWaits()
    })
    await tagged
    expect(await readCounts()).toEqual(await countRows())
  })
})

const anUpdate = {
  ...{ type: 'plugin' as const, slug: 'a/a.php', name: 'A', current_version: '1.0', new_version: '1.1' },
  ...{ step: 'minor' as const, translates: '', language: '', active: true, premium: false, has_package: true, url: '' },
  ...{ requires_wordpress: null, requires_php: null, tested_with: null, fits_wordpress: null, fits_php: null },
  first_seen_at: new Date('2026-11-10T08:00:00Z'),
}

/** Resolves when a statement of this database waits for a row. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const waiting = await query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting.length > 0) return
  }
}

describe('a missing trigger', () => {
  const triggers = [
    ['site_updates', 'updates_added'],
    ['site_updates', 'updates_changed'],
    ['site_updates', 'updates_removed'],
    ['site_update_counts', 'counts_changed'],
    ['site_update_counts', 'counts_removed'],
    ['site_tags', 'tags_added'],
    ['site_tags', 'tags_removed'],
    ['sites', 'site_update_counts_inserted'],
    ['sites', 'site_update_counts_moved'],
    ['sites', 'site_update_counts_deleted'],
  ]

  /** A sequence that uses each of them. */
  const changes = [
    () => seedSites(fixture.service.db, 1, { url: 'https://later.example/' }),
    () => query('insert into site_tags values (3, 3)'),
    () => query('delete from site_tags where site_id = 2 and tag_id = 1'),
    () => query('update sites set client_id = 2 where id = 1'),
    () => query('update site_updates set ignored = true where site_id = 1'),
    () => query('delete from site_updates where site_id = 2'),
    () => query('delete from sites where id = 3'),
  ]

  async function countsDiffer(): Promise<boolean> {
    await startAgain()
    const offered = [1, 2, 3].map((site_id) => ({ site_id, slug: 'a/a.php' }))
    let differ = false
    for (const change of [() => seedUpdates(fixture.service.db, offered), ...changes]) {
      await change()
      differ ||= !isDeepStrictEqual(await readCounts(), await countRows())
    }
    return differ
  }

  it('is noticed, because the sequence is counted right with all of them', async () => {
    expect(await countsDiffer()).toBe(false)
  })

  it('is one of all triggers that count', async () => {
    const found = await query(`select tgrelid::regclass::text as table, tgname as name from pg_trigger
      join pg_proc on pg_proc.oid = tgfoid
      where not tgisinternal and (prosrc like '%site_update_counts%' or prosrc like '%update_group_count_changes%')`)
    expect(found.map(({ table, name }) => `${table} ${name}`).toSorted()).toEqual(
      triggers.map(([table, name]) => `${table} ${name}`).toSorted(),
    )
  })

  it.each(triggers)('of %s, %s, makes the counts differ from a recount', async (table, trigger) => {
    await query(`alter table ${table} disable trigger ${trigger}`)
    try {
      expect(await countsDiffer()).toBe(true)
    } finally {
      await query(`alter table ${table} enable trigger ${trigger}`)
    }
  })
})
