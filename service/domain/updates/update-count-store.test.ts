import { expect, it } from 'vitest'
import { releaseStep } from './release-step.ts'
import { seedUpdates } from './testing/seed-updates.ts'
import { setUpUpdates } from './testing/set-up-updates.ts'

const fixture = setUpUpdates()
const query = async (text: string) => (await fixture.service.db.pool.query(text)).rows
const sumUp = () => fixture.service.app.run('sum-up-update-counts', {})

type Numbers = Record<string, number>
const columns = ['core', 'plugins', 'themes', 'translations', 'major', 'minor', 'patch', 'unknown'] as const
const columnOf = { core: 'core', plugin: 'plugins', theme: 'themes', translation: 'translations' } as const

/** Pending updates per client, and without a client, computed from the updates. */
async function fromRows(): Promise<Record<string, Numbers>> {
  const counts: Record<string, Numbers> = {}
  const seen = new Set<string>()
  const rows = await query(`select coalesce(sites.client_id, 0) as client, site_id, type, current_version, new_version
    from site_updates join sites on sites.id = site_id where not ignored`)
  for (const { client, site_id, type, current_version, new_version } of rows) {
    counts[client] ??= Object.fromEntries(['sites', ...columns].map((column) => [column, 0]))
    const add = (column: string) => (counts[client]![column]! += 1)
    add(columnOf[type as keyof typeof columnOf])
    if (type !== 'translation') add(releaseStep(type, current_version, new_version))
    if (!seen.has(`${site_id}`)) add('sites')
    seen.add(`${site_id}`)
  }
  return counts
}

/** The same from the service, by client and for the whole fleet. */
async function sentCalls(): Promise<Record<string, Numbers>> {
  const { data } = (await fixture.rest('GET /updates/clients')).body
  const counts = Object.fromEntries(
    data.map(({ client_id, sites, summary, steps }: Record<string, Numbers>) => {
      const { total: _, ...byType } = summary!
      return [client_id ?? 0, { sites, ...byType, ...steps }]
    }),
  )
  const sum = (column: string) => Object.values(counts).reduce((total, each) => total + (each as Numbers)[column]!, 0)
  const fleet = (await fixture.rest('GET /updates')).body
  expect([fleet.total, fleet.summary.plugins, fleet.summary.total]).toEqual([
    sum('sites'),
    sum('plugins'),
    sum('core') + sum('plugins') + sum('themes') + sum('translations'),
  ])
  return counts
}

const plugin = { slug: 'forms/forms.php' }
const steps: [string, () => Promise<unknown>][] = [
  ['sites get clients', () => query('update sites set client_id = 1 where id < 3')],
  ['a plugin is ignored everywhere', () => fixture.rest('POST /updates/ignore/plugins', plugin)],
  ['a site moves meanwhile', () => query('update sites set client_id = 2 where id = 2')],
  ['it is shown again', () => fixture.rest('POST /updates/unignore/plugins', plugin)],
  ['everything of a site is ignored', () => query('update site_updates set ignored = true where site_id = 3')],
  ['another version is available', () => query(`update site_updates set new_version = '9.9.9' where site_id = 1`)],
  [
    'something came that is ignored at once',
    () => seedUpdates(fixture.service.db, [{ site_id: 2, slug: 'a/a.php', ignored: true }]),
  ],
  [
    'something new came',
    () => seedUpdates(fixture.service.db, [{ site_id: 3, slug: 'new/new.php', current_version: 'x' }]),
  ],
  ['an update is gone', () => query(`delete from site_updates where site_id = 1 and type = 'theme'`)],
  ['a client is gone', () => query('delete from clients where id = 1')],
  ['a site is gone', () => query('delete from sites where id = 1')],
  ['every update is gone', () => query('delete from site_updates')],
]

const addClients = () =>
  query(`insert into clients (id, name, created_at, updated_at)
    values (1, 'Harbour', now(), now()), (2, 'Quiet', now(), now())`)

it('counts pending updates of clients and the fleet right after each change, summed up or not', async () => {
  await addClients()
  for (const [what, step] of steps) {
    await step()
    const expected = await fromRows()
    expect([what, await sentCalls()]).toEqual([what, expected])
    await sumUp()
    expect(await query('select * from client_update_count_changes')).toEqual([])
    expect([what, await sentCalls()]).toEqual([what, expected])
  }
  expect(await query('select * from client_update_counts')).toEqual([])
})

it('counts right after concurrent changes', async () => {
  await addClients()
  await Promise.all([
    ...[1, 2, 3].map((id) => fixture.rest(`POST /updates/${id}/ignore/plugins`, plugin)),
    ...['ignore', 'unignore', 'ignore'].map((action) => fixture.rest(`POST /updates/${action}/plugins`, plugin)),
    ...[1, 2, 1, 2].map((client, round) =>
      query(`update sites set client_id = ${client} where id = ${(round % 3) + 1}`),
    ),
    ...[1, 2, 3].map((id) => seedUpdates(fixture.service.db, [{ site_id: id, slug: `many-${id}/a.php` }])),
    ...Array.from({ length: 3 }, sumUp),
  ])
  expect(await sentCalls()).toEqual(await fromRows())
  await sumUp()
  expect(await sentCalls()).toEqual(await fromRows())
})
