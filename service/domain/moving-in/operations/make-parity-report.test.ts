import { describe, expect, it } from 'vitest'
import { sharedKeySource } from '../../../platform/connector/key-source.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import type { WrittenRecord } from '../testing/export-file.ts'
import { acceptUpload, movedSite, sessionOfAdministrator, uploadRecords } from '../testing/moving-fleet.ts'

const fixture = setUpServiceWithSites({ works: true })
const { rest } = fixture

interface Difference {
  kind: string
  old_id: number
  id: number | null
  field: string
  there: string
  here: string
  result: string
  reason: string
}

const clientAndTag: WrittenRecord[] = [
  { table: 'group', row: { id: '4', name: 'Care plan' } },
  { table: 'wp_clients', row: { client_id: '9', name: 'Bakery', client_email: 'hi@bakery.example' } },
]

/** Imports one site with what the old dashboard knows about it. */
async function importSite(
  known: (versions: { wordpress: string; plugins: Record<string, string> }) => WrittenRecord[],
  more: Record<string, unknown> = {},
) {
  const headers = await sessionOfAdministrator(fixture)
  const child = fixture.nextChild()
  const plugins = Object.fromEntries(child.plugins.map(({ entry, version }) => [entry.file, version]))
  const site = movedSite(
    child,
    { id: 11, format: 'plain base64', ...(await sharedKeySource(1).take()) },
    { client_id: '9', plugins, ...more },
  )
  const records = [...clientAndTag, site, { table: 'wp_group', row: { wpid: '11', groupid: '4' } }]
  const file = [...records, ...known({ wordpress: child.core.installed, plugins })]
  await acceptUpload(fixture, headers, await uploadRecords(fixture, headers, file))
  return { headers, child }
}

const make = async (headers: Record<string, string>) => (await rest('POST /move-in/parity', {}, headers)).body.data
const sync = async () => {
  const answer = fixture.ability('sync-sites', { site_ids_or_domains: [11] })
  await fixture.passTime([answer])
}
const find = (differences: Difference[], field: string) => differences.find((each) => each.field === field)

describe('make-parity-report', () => {
  it('counts what is the same, and lists differences with both values and a reason', async () => {
    const { headers } = await importSite(({ wordpress }) => [
      {
        table: 'wp_options',
        row: {
          opt_id: '1',
          wpid: '11',
          name: 'site_info',
          value: JSON.stringify({ wpversion: wordpress, phpversion: '5.2' }),
        },
      },
      { table: 'wp_sync', row: { sync_id: '1', wpid: '11', version: '6.1', dtsSync: '1794700800' } },
      {
        table: 'cost_tracker',
        row: {
          id: '21',
          name: 'Hosting',
          price: '25.50',
          renewal_type: 'monthly',
          cost_status: 'active',
          type: 'subscription',
        },
      },
    ])
    await sync()
    await rest('PUT /tags/4/edit', { name: 'Premium care' })
    const report = await make(headers)
    const same = report.by_field.filter(
      ({ different, unknown }: { different: number; unknown: number }) => different + unknown === 0,
    )
    expect(same.map(({ kind, field }: { kind: string; field: string }) => `${kind} ${field}`)).toEqual(
      expect.arrayContaining([
        'site name',
        'site client',
        'site tags',
        'site wordpress_version',
        'site plugins',
        'client name',
        'client email',
        'cost price',
      ]),
    )
    expect(find(report.differences, 'php_version')).toMatchObject({
      kind: 'site',
      old_id: 11,
      id: 11,
      there: '5.2',
      result: 'different',
      reason: expect.stringContaining('2026-11-15T00:00:00.000Z'),
    })
    expect(report.differences).toContainEqual(
      expect.objectContaining({ kind: 'tag', field: 'name', there: 'Care plan', here: 'Premium care' }),
    )
    expect(report.different).toBe(report.differences.filter(({ result }: Difference) => result === 'different').length)
  })

  it('says what it cannot compare: sites that were not synced, and values that the file does not have', async () => {
    const { headers } = await importSite(() => [])
    // As if the sync of the import had failed.
    await fixture.service.db.pool.query('update sites set last_sync = null')
    const report = await make(headers)
    expect(find(report.differences, 'plugins')).toMatchObject({
      result: 'unknown',
      reason: 'Flotilla has not synced the site yet.',
    })
    expect(find(report.differences, 'wordpress_version')).toMatchObject({
      result: 'unknown',
      reason: 'The export file does not contain it.',
    })
  })

  it('lists plugins and pending updates that differ, by slug', async () => {
    const { headers, child } = await importSite(({ plugins }) => [
      {
        table: 'wp_options',
        row: { opt_id: '1', wpid: '11', name: 'wp_upgrades', value: '{"current":"6.0","new":"99.1"}' },
      },
      {
        table: 'wp',
        row: {
          id: '11',
          name: 'Site 11',
          plugins: { ...plugins, 'gone/gone.php': '1.0' },
          plugin_upgrades: JSON.stringify({ 'gone/gone.php': { update: { new_version: '2.0' } } }),
        },
      },
    ])
    await sync()
    const report = await make(headers)
    expect(find(report.differences, 'plugins')).toMatchObject({ there: 'gone/gone.php 1.0', here: 'gone/gone.php –' })
    expect(find(report.differences, 'plugin_updates')!.there).toContain('gone/gone.php 2.0')
    expect(find(report.differences, 'core_update')).toMatchObject({
      there: '99.1',
      here: child.core.offered ?? '',
    })
  })

  // As a real 6.1 stores them: escaped names, and an empty list without an update of WordPress.
  it('compares names without the backslashes of the other database, and knows that there is no update of WordPress', async () => {
    const { headers, child } = await importSite(
      () => [
        { table: 'group', row: { id: '5', name: String.raw`Anna\'s` } },
        { table: 'wp_options', row: { opt_id: '1', wpid: '11', name: 'wp_upgrades', value: '[]' } },
      ],
      { name: String.raw`Two \"quoted\"` },
    )
    child.core.offered = null
    await sync()
    const { differences } = await make(headers)
    expect(differences.filter(({ field }: Difference) => field === 'name' || field === 'core_update')).toEqual([])
  })

  it('lists rows that were skipped or deleted here', async () => {
    const { headers } = await importSite(() => [
      { table: 'cost_tracker', row: { id: '22', name: 'Broken', price: '-1' } },
      { table: 'wp', row: { id: '12', name: 'Bad', url: 'htp:/x', adminname: 'admin' } },
    ])
    await rest('DELETE /clients/9/remove', { confirm: true })
    const { differences } = await make(headers)
    const missing = differences.filter(({ field }: Difference) => field === 'row')
    expect(missing.map(({ kind, old_id, reason }: Difference) => [kind, old_id, reason])).toEqual([
      ['site', 12, 'It was not imported.'],
      ['client', 9, 'It was deleted here.'],
      ['cost', 22, 'It was not imported.'],
    ])
  })

  it('is refused before an export file was uploaded, and for other users', async () => {
    const headers = await sessionOfAdministrator(fixture)
    expect((await rest('POST /move-in/parity', {}, headers)).body.code).toBe('svc_nothing_to_compare')
    expect((await rest('POST /move-in/parity', {}, fixture.people.manager.headers)).status).toBe(403)
  })
})
