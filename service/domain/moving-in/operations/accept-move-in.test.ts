import { describe, expect, it } from 'vitest'
import { sharedKeySource } from '../../../platform/connector/key-source.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import type { WrittenRecord } from '../testing/export-file.ts'
import {
  acceptUpload,
  dashboardRecord,
  movedSite,
  sessionOfAdministrator,
  uploadRecords,
} from '../testing/moving-fleet.ts'
import { keyFormats } from '../testing/stored-keys.ts'

const fixture = setUpServiceWithSites({ works: true })
const { rest } = fixture
const keys = sharedKeySource(1)

async function sitesOf(ids: number[], more: Record<string, unknown> = {}): Promise<WrittenRecord[]> {
  const pair = await keys.take()
  return ids.map((id, index) =>
    movedSite(fixture.nextChild(), { id, format: keyFormats[index % keyFormats.length]!, ...pair }, more),
  )
}

const accept = (headers: Record<string, string>, moveInId: number) => acceptUpload(fixture, headers, moveInId)
const rows = async (text: string) => (await fixture.service.db.pool.query(text)).rows

const agency: WrittenRecord[] = [
  { table: 'group', row: { id: '4', name: 'Care plan', color: '#39d' } },
  {
    table: 'wp_clients',
    row: {
      ...{ client_id: '9', name: 'Bakery', client_email: 'Hi@bakery.example', note: 'Pays late', suspended: '0' },
      created: '1700000000',
    },
  },
  {
    table: 'wp_clients_contacts',
    row: { contact_id: '1', contact_client_id: '9', contact_name: 'Ada', contact_email: 'ada@bakery.example' },
  },
  { table: 'wp_clients_fields', row: { field_id: '3', field_name: 'VAT id', field_desc: 'Tax', client_id: '0' } },
  { table: 'wp_clients_field_values', row: { value_id: '1', field_id: '3', field_value: 'DE1', value_client_id: '9' } },
  { table: 'wp_group', row: { wpid: '11', groupid: '4' } },
  { table: 'api_keys', row: { key_id: '1', description: 'Backup script', enabled: '1' } },
]

describe('accept-move-in', () => {
  it('imports sites with their keys in every format, and calls each without touching its connection', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const sites = await sitesOf([11, 12, 13], { client_id: '9', note: 'Line one', uniqueId: 'abc', http_user: '' })
    const withoutKey = { table: 'wp', row: { id: '14', name: 'Lost', url: 'https://lost.example', adminname: 'admin' } }
    const id = await uploadRecords(fixture, headers, [...agency, ...sites, withoutKey])
    const { plan } = (await rest(`GET /move-in/imports/${id}`)).body.data
    expect(plan).toMatchObject({
      sites: { create: 4, merge: 0, skip: 0, ids_kept: 4 },
      clients: { create: 1, merge: 0, skip: 0, ids_kept: 1 },
      tags: { create: 1, merge: 0, skip: 0, ids_kept: 1 },
      ...{ sites_without_key: 1, skipped: [], rest_keys: ['Backup script'] },
    })
    expect(await rows('select id from sites union all select id from clients union all select id from tags')).toEqual(
      [],
    )

    const targets = await accept(headers, id)
    expect(targets.map(({ site_id, state }: { site_id: number; state: string }) => [site_id, state])).toEqual([
      [11, 'succeeded'],
      [12, 'succeeded'],
      [13, 'succeeded'],
    ])
    expect(await rows('select id, connection, notes, client_id::int from sites order by id')).toEqual([
      ...[11, 12, 13].map((id) => ({ id, connection: 'connected', notes: 'Line one', client_id: 9 })),
      { id: 14, connection: 'never', notes: '', client_id: null },
    ])
    const client = (await rest('GET /clients/9')).body.data
    expect(client).toMatchObject({
      name: 'Bakery',
      note: 'Pays late',
      contacts: [{ name: 'Ada', email: 'ada@bakery.example', is_primary: false }],
      custom_fields: { 'VAT id': 'DE1' },
      created_at: '2023-11-14T22:13:20Z',
    })
    expect((await rest('GET /tags/4')).body.data).toMatchObject({
      name: 'Care plan',
      color: '#3399dd',
      sites_ids: [11],
    })
    // The sequence continues after the imported ids.
    expect((await rest('POST /tags/add', { name: 'New' })).body.data.id).toBe(5)
    expect(await rows('select * from export_scripts')).toEqual([])
    expect(await rows('select * from move_in_records')).toEqual([])
  })

  // As a real 6.1 stores them: it escapes names and notes of sites and names of tags twice, and notes are HTML.
  it('imports names without the backslashes of the other database, and notes as text', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const note = String.raw`<p>Login at <a href=\"https://host.example/?a=1&amp;b=2\">host</a><br />ask <strong>Anna</strong> in C:\temp</p><ul><li>a \\ b</li><li>it\'s 1 &lt; 2</li></ul>`
    const sites = await sitesOf([11], { name: String.raw`Two \"quoted\" O\'Neil`, note })
    const tag = { table: 'group', row: { id: '4', name: String.raw`Anna\'s`, color: '' } }
    const client = { client_id: '9', name: 'Bakery', note: String.raw`<p>Folder C:\temp</p><p>a &amp; b</p>` }
    const cost = { id: '1', name: 'Plan', price: '5', type: 'lifetime', note: '<p>Paid</p>' }
    const records = [{ table: 'wp_clients', row: client }, tag, ...sites, { table: 'cost_tracker', row: cost }]
    await accept(headers, await uploadRecords(fixture, headers, records))
    expect((await rest('GET /sites/11')).body.data).toMatchObject({
      name: `Two "quoted" O'Neil`,
      notes: `Login at host (https://host.example/?a=1&b=2)\nask **Anna** in C:\\temp\n- a \\ b\n- it's 1 < 2`,
    })
    expect((await rest('GET /tags/4')).body.data.name).toBe("Anna's")
    expect((await rest('GET /clients/9')).body.data.note).toBe('Folder C:\\temp\na & b')
    expect((await rest('GET /costs/1')).body.data.note).toBe('Paid')
  })

  // A real 6.1 lists the sites of a cost in its table of targets, but no tags and clients beside them.
  it('imports the tags and clients of a cost that has sites too', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const cost = {
      id: '1',
      name: 'Plan',
      price: '5',
      type: 'lifetime',
      sites: '["11"]',
      groups: '[4]',
      clients: '["9"]',
    }
    const target = { lookup_id: '1', item_id: '1', object_id: '11', object_name: 'site' }
    const costs = [
      { table: 'cost_tracker', row: cost },
      { table: 'lookup_item_objects', row: target },
    ]
    await accept(headers, await uploadRecords(fixture, headers, [...agency, ...(await sitesOf([11])), ...costs]))
    expect((await rest('GET /costs/1')).body.data).toMatchObject({ sites: [11], groups: [4], clients: [9] })
  })

  it('doubles nothing when the fleet is exported and imported again, and returns the same job when accepted again', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const sites = await sitesOf([11, 12])
    const first = await uploadRecords(fixture, headers, [...agency, ...sites])
    await accept(headers, first)
    const again = await rest(`POST /move-in/imports/${first}/accept`, {}, headers)
    expect(again.body.data.job_id).toBe((await rest(`GET /move-in/imports/${first}`)).body.data.job_id)
    const counts = () =>
      rows(`select (select count(*) from sites)::int as sites, (select count(*) from clients)::int as clients,
        (select count(*) from tags)::int as tags, (select count(*) from client_field_values)::int as values`)
    const before = await counts()
    const second = await uploadRecords(fixture, headers, [...agency, ...sites])
    const { plan } = (await rest(`GET /move-in/imports/${second}`)).body.data
    expect([plan.sites, plan.clients.merge, plan.tags.merge]).toEqual([
      { create: 0, merge: 2, skip: 0, ids_kept: 0 },
      1,
      1,
    ])
    await accept(headers, second)
    expect(await counts()).toEqual(before)
  })

  it('gives a new id where the old one was used here or is in limits: a key limited to a deleted site does not see the imported one', async () => {
    const { id } = await fixture.connected()
    const unknown = id + 2
    const key = { description: 'x', scopes: ['read'], site_ids: [id] }
    const { token } = (await rest('POST /rest-api/add-key', key)).body
    // Limits of the previous release may name sites that never existed.
    await rows(`update api_keys set site_ids = array[${id}, ${unknown}]::bigint[] where description = 'x'`)
    await rest(`DELETE /sites/${id}/remove`)
    const headers = await sessionOfAdministrator(fixture)
    const moveIn = await uploadRecords(fixture, headers, await sitesOf([id, id + 1, unknown]))
    const { plan } = (await rest(`GET /move-in/imports/${moveIn}`)).body.data
    expect(plan.sites).toMatchObject({ create: 3, ids_kept: 1 })
    await accept(headers, moveIn)
    const moved = await rows(`select old_id::int, new_id::int from move_in_ids where kind = 'site' order by old_id`)
    expect(moved).toEqual([
      { old_id: id, new_id: id + 3 },
      { old_id: id + 1, new_id: id + 1 },
      { old_id: unknown, new_id: id + 4 },
    ])
    const seen = await rest('GET /sites', undefined, { authorization: `Bearer ${token}` })
    expect([seen.status, seen.body.data]).toEqual([200, []])
  })

  it.each([
    ['user', `update users set site_ids = '{11}', tag_ids = '{4}', client_ids = '{9}' where login = 'vera'`],
    [
      'invitation',
      `insert into invitations (email, role, token_hash, invited_by, created_at, expires_at, limits) select 'x@example.com', 'viewer', 'x',
        id, now(), now(), '{"site_ids": [11], "tag_ids": [4], "client_ids": [9]}' from users where login = 'ada'`,
    ],
    [
      'group of the identity provider',
      `insert into oidc_settings (id, mappings) values (true, '[{"group": "a", "role": "viewer", "site_ids": [11], "tag_ids": null},
        {"group": "b", "role": "viewer", "tag_ids": [4], "client_ids": [9]}]')
        on conflict (id) do update set mappings = excluded.mappings`,
    ],
  ])('gives a new id where the old one is in limits of a %s', async (owner, limit) => {
    await rows(limit)
    const headers = await sessionOfAdministrator(fixture)
    const moveIn = await uploadRecords(fixture, headers, [...agency, ...(await sitesOf([11], { client_id: '9' }))])
    const { plan } = (await rest(`GET /move-in/imports/${moveIn}`)).body.data
    expect([plan.sites.ids_kept, plan.clients.ids_kept, plan.tags.ids_kept]).toEqual([0, 0, 0])
    await accept(headers, moveIn)
    const moved = await rows(`select kind, old_id::int, new_id = old_id as kept from move_in_ids order by old_id`)
    expect(moved).toEqual([
      { kind: 'tag', old_id: 4, kept: false },
      { kind: 'client', old_id: 9, kept: false },
      { kind: 'site', old_id: 11, kept: false },
    ])
    const seen = await rest('GET /sites', undefined, fixture.people.viewer.headers)
    expect(seen.body.data).toHaveLength(owner === 'user' ? 0 : 1)
  })

  it('imports costs with their targets, settings of monitors and ignored updates, once', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const ignored = { 'a/a.php': 'A', 'b/b.php': { Name: 'B', ignored_versions: ['2.0', '2.1'] }, '../x': 'X' }
    const sites = await sitesOf([11], { ignored_plugins: JSON.stringify(ignored), is_ignoreThemeUpdates: '1' })
    const records = [
      ...agency,
      ...sites,
      {
        table: 'wp_options',
        row: { opt_id: '1', wpid: '11', name: 'ignored_wp_upgrades', value: '{"ignored_versions":["7.0"]}' },
      },
      {
        table: 'users',
        row: { userid: '0', ignored_themes: '{"old-theme":"Old"}', ignored_plugins: 'O:8:"Exploit":0:{}' },
      },
      {
        table: 'monitors',
        row: {
          monitor_id: '1',
          wpid: '11',
          active: '0',
          interval: '15',
          timeout: '30',
          maxretries: '-1',
          type: 'keyword',
          method: 'useglobal',
          up_status_codes: '200,301',
          keyword: 'Welcome',
          issub: '0',
        },
      },
      { table: 'monitors', row: { monitor_id: '2', wpid: '11', active: '1', issub: '1', suburl: 'shop' } },
      {
        table: 'cost_tracker',
        row: {
          id: '21',
          name: 'Hosting',
          price: '25.50000000',
          type: 'subscription',
          product_type: 'hosting',
          license_type: 'multi_site',
          renewal_type: 'monthly',
          cost_status: 'active',
          payment_method: 'paypal',
          last_renewal: '1794700800',
          url: 'javascript:alert(1)',
        },
      },
      { table: 'cost_tracker', row: { id: '22', name: 'Broken', price: '-1' } },
      ...[
        ['11', 'site'],
        ['4', 'tag'],
        ['9', 'client'],
        ['99', 'site'],
        ['1', 'other'],
      ].map(([object_id, object_name]) => ({
        table: 'lookup_item_objects',
        row: { lookup_id: '1', item_id: '21', object_id, object_name },
      })),
    ]
    const first = await uploadRecords(fixture, headers, records)
    const { plan } = (await rest(`GET /move-in/imports/${first}`)).body.data
    expect(plan.costs).toEqual({ create: 1, merge: 0, skip: 1, ids_kept: 1 })
    await accept(headers, first)
    const stored = async () => ({
      rules: await rows('select site_id::int, type, slug, version from ignored_updates order by 1, 2, 3, 4'),
      monitors: await rows(
        'select active, interval_seconds, timeout_ms, max_retries, type, method, expected_status, keyword from monitors',
      ),
      costs: await rows(
        'select id::int, name, price::text, product_type, payment_method, last_renewal::text, url from costs',
      ),
      targets: await rows('select site_id::int, tag_id::int, client_id::int from cost_targets order by 1, 2, 3'),
    })
    const once = await stored()
    expect(once).toEqual({
      rules: [
        { site_id: 11, type: 'core', slug: 'wordpress', version: '7.0' },
        { site_id: 11, type: 'plugin', slug: 'a/a.php', version: null },
        { site_id: 11, type: 'plugin', slug: 'b/b.php', version: '2.0' },
        { site_id: 11, type: 'plugin', slug: 'b/b.php', version: '2.1' },
        { site_id: 11, type: 'theme', slug: null, version: null },
        { site_id: null, type: 'theme', slug: 'old-theme', version: null },
      ],
      monitors: [
        {
          active: false,
          interval_seconds: 900,
          timeout_ms: 30_000,
          max_retries: null,
          type: 'keyword',
          method: null,
          expected_status: '200,301',
          keyword: 'Welcome',
        },
      ],
      costs: [
        {
          id: 21,
          name: 'Hosting',
          price: '25.50000000',
          product_type: 'hosting',
          payment_method: 'paypal',
          last_renewal: '2026-11-15',
          url: '',
        },
      ],
      targets: [
        { site_id: 11, tag_id: null, client_id: null },
        { site_id: null, tag_id: 4, client_id: null },
        { site_id: null, tag_id: null, client_id: 9 },
      ],
    })
    await accept(headers, await uploadRecords(fixture, headers, records))
    expect(await stored()).toEqual(once)
  })

  it('leaves monitoring off where it was off there: by the setting for all monitors, by its own setting, without a monitor', async () => {
    const headers = await sessionOfAdministrator(fixture)
    await rest('PUT /monitors/settings', { active: true })
    const monitor = (wpid: number, active: number) => ({
      table: 'monitors',
      row: { monitor_id: String(wpid), wpid: String(wpid), active: String(active), interval: '-1', issub: '0' },
    })
    const sites = await sitesOf([11, 12, 13, 14])
    // The option does not exist where the setting was never changed.
    const dashboard = { table: 'dashboard', row: { ...dashboardRecord.row, monitoring: false } }
    const monitors = [monitor(11, -1), monitor(12, 0), monitor(13, 1)]
    const id = await uploadRecords(fixture, headers, [dashboard, ...sites, ...monitors])
    expect((await rest(`GET /move-in/imports/${id}`)).body.data.plan.monitors).toEqual({ on: 1, off: 3 })
    await accept(headers, id)
    expect(await rows('select site_id::int, active from monitors order by site_id')).toEqual([
      { site_id: 11, active: false },
      { site_id: 12, active: false },
      { site_id: 13, active: true },
      { site_id: 14, active: false },
    ])
    const { differences } = (await rest('POST /move-in/parity', {}, headers)).body.data
    expect(differences.filter(({ field }: { field: string }) => field === 'active')).toEqual([])
  })

  it('gives monitors without an interval of their own the interval of all monitors there, and says so', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const dashboard = {
      table: 'dashboard',
      row: { ...dashboardRecord.row, monitoring: { active: '1', interval: '90' } },
    }
    const monitor = (wpid: number, interval: string) => ({
      table: 'monitors',
      row: { monitor_id: String(wpid), wpid: String(wpid), active: '1', interval, issub: '0' },
    })
    const monitors = [monitor(11, '-1'), monitor(12, '30')]
    const id = await uploadRecords(fixture, headers, [dashboard, ...(await sitesOf([11, 12])), ...monitors])
    expect((await rest(`GET /move-in/imports/${id}`)).body.data.plan.monitor_interval_minutes).toBe(90)
    await accept(headers, id)
    expect(await rows('select site_id::int, interval_seconds from monitors order by site_id')).toEqual([
      { site_id: 11, interval_seconds: 5400 },
      { site_id: 12, interval_seconds: 1800 },
    ])
  })

  it.each([true, false])(
    'leaves a monitor to the setting for all monitors where that was on there; here it is on: %s',
    async (active) => {
      const headers = await sessionOfAdministrator(fixture)
      await rest('PUT /monitors/settings', { active })
      const dashboard = { table: 'dashboard', row: { ...dashboardRecord.row, monitoring: { active: '1' } } }
      const monitor = { table: 'monitors', row: { monitor_id: '1', wpid: '11', active: '-1', issub: '0' } }
      const id = await uploadRecords(fixture, headers, [dashboard, ...(await sitesOf([11])), monitor])
      const { monitors } = (await rest(`GET /move-in/imports/${id}`)).body.data.plan
      expect(monitors).toEqual(active ? { on: 1, off: 0 } : { on: 0, off: 1 })
      await accept(headers, id)
      expect(await rows('select active from monitors')).toEqual([{ active: null }])
      const { differences } = (await rest('POST /move-in/parity', {}, headers)).body.data
      const found = differences.filter(({ field }: { field: string }) => field === 'active')
      expect(found).toMatchObject(active ? [] : [{ there: 'on', here: 'off', result: 'different' }])
    },
  )

  describe('the currency', () => {
    const cost = { table: 'cost_tracker', row: { id: '21', name: 'Hosting', price: '10', type: 'subscription' } }
    const inCurrency = (currency: string) => ({ table: 'dashboard', row: { ...dashboardRecord.row, currency } })
    const importCosts = async (currency: string, records = [cost]) => {
      const headers = await sessionOfAdministrator(fixture)
      const id = await uploadRecords(fixture, headers, [inCurrency(currency), ...records])
      const { plan } = (await rest(`GET /move-in/imports/${id}`)).body.data
      await accept(headers, id)
      return [plan.currency, (await rest('GET /settings/cost-tracker')).body.data.currency]
    }

    it('becomes that of the imported costs where none was chosen and there are no costs', async () => {
      expect(await importCosts('EUR')).toEqual([{ there: 'EUR', here: 'USD', action: 'set' }, 'EUR'])
      expect((await rest('GET /costs/21')).body.data).toMatchObject({ currency: 'EUR', price: 10 })
    })

    it('stays where one was chosen, even the default', async () => {
      await rest('PUT /settings/cost-tracker/edit', { currency: 'USD' })
      expect(await importCosts('EUR')).toEqual([{ there: 'EUR', here: 'USD', action: 'keep' }, 'USD'])
    })

    it('stays where there are costs', async () => {
      const { id } = await fixture.connected()
      await rest('POST /costs/add', { name: 'Domain', price: 5, sites: [id] })
      expect(await importCosts('EUR')).toEqual([{ there: 'EUR', here: 'USD', action: 'keep' }, 'USD'])
    })

    it('stays when the file has none, an unknown one, the same or no costs', async () => {
      expect(await importCosts('', [])).toEqual([null, 'USD'])
      expect(await importCosts('EUR', [])).toEqual([null, 'USD'])
      expect(await importCosts('QQQ', [])).toEqual([null, 'USD'])
      expect(await importCosts('QQQ')).toEqual([{ there: 'QQQ', here: 'USD', action: 'keep' }, 'USD'])
      const other = { ...cost, row: { ...cost.row, id: '22' } }
      expect(await importCosts('USD', [other])).toEqual([{ there: 'USD', here: 'USD', action: 'same' }, 'USD'])
    })
  })

  it('imports contacts of a client as records, with the primary one and their links', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const contact = (contact_id: string, contact_name: string, more = {}) => ({
      table: 'wp_clients_contacts',
      row: { contact_id, contact_client_id: '9', contact_name, ...more },
    })
    const client = {
      client_id: '9',
      name: 'Bakery',
      primary_contact_id: '2',
      client_facebook: 'https://facebook.com/b',
    }
    const records = [
      { table: 'wp_clients', row: client },
      contact('1', 'Ada', { contact_email: 'ada at bakery' }),
      contact('2', 'Bob', { linkedin: 'https://linkedin.com/in/bob', contact_role: 'Owner' }),
      contact('3', '', { contact_phone: '+49 30 1' }),
      contact('4', ''),
      contact('5', 'Of no client', { contact_client_id: '77' }),
    ]
    await accept(headers, await uploadRecords(fixture, headers, records))
    expect((await rest('GET /clients/9')).body.data).toMatchObject({
      note: '',
      contacts: [
        { name: 'Ada', role: '', email: '', note: 'ada at bakery', is_primary: false },
        { name: 'Bob', role: 'Owner', linkedin: 'https://linkedin.com/in/bob', is_primary: true },
        { name: '+49 30 1', phone: '+49 30 1', is_primary: false },
      ],
      client_facebook: 'https://facebook.com/b',
    })
  })

  it('changes nothing when it is interrupted, and imports everything when it is accepted again', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const cost = { table: 'cost_tracker', row: { id: '21', name: 'Hosting', price: '10', type: 'subscription' } }
    const id = await uploadRecords(fixture, headers, [...agency, ...(await sitesOf([11, 12])), cost])
    const { pool } = fixture.service.db
    // Costs are stored last: the connection ends as if the process or the database had.
    await pool.query(`create function end_connection() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
    await pool.query('create trigger interrupt before insert on costs execute function end_connection()')
    try {
      expect((await rest(`POST /move-in/imports/${id}/accept`, {}, headers)).status).toBeGreaterThanOrEqual(500)
    } finally {
      await pool.query('drop trigger interrupt on costs')
      await pool.query('drop function end_connection')
    }
    const stored = () =>
      rows(`select (select count(*) from sites)::int as sites, (select count(*) from clients)::int as clients,
        (select count(*) from tags)::int as tags, (select count(*) from costs)::int as costs, (select count(*) from jobs)::int as jobs`)
    expect(await stored()).toEqual([{ sites: 0, clients: 0, tags: 0, costs: 0, jobs: 0 }])
    expect((await rest(`GET /move-in/imports/${id}`)).body.data).toMatchObject({ state: 'received' })
    expect(await accept(headers, id)).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }])
    expect(await stored()).toEqual([{ sites: 2, clients: 1, tags: 1, costs: 1, jobs: 1 }])
  })

  it('disconnects a site that refuses the key and says why; the other sites are connected', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const [one, two] = await sitesOf([1, 2])
    const other = await sharedKeySource(3, 2).take()
    const refused = fixture.nextChild()
    const wrong = movedSite(refused, { id: 3, format: 'plain base64', ...other })
    refused.connect({ publicKey: (await keys.take()).publicKeyPem, server: 'https://old.example/wp-admin/' })
    const moveIn = await uploadRecords(fixture, headers, [one!, two!, wrong])
    const targets = await accept(headers, moveIn)
    expect(targets.map(({ state }: { state: string }) => state)).toEqual(['succeeded', 'succeeded', 'failed'])
    const [row] = await rows('select connection, disconnected_code from sites where id = 3')
    expect(row).toEqual({ connection: 'disconnected', disconnected_code: 'svc_key_refused' })
  })

  it('skips what cannot be used: bad addresses, the same site twice, rows without a name', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const site = (id: number, url: unknown) => ({
      table: 'wp',
      row: { id: String(id), name: 'x', url, adminname: 'admin' },
    })
    const records = [
      ...[
        site(1, 'htp:/broken'),
        site(2, 'https://a.example'),
        site(3, 'http://www.a.example/'),
        site(4, 'file:///etc/passwd'),
      ],
      ...[
        site(5, null),
        site(6, 'https://user:pass@b.example'),
        site(2, 'https://c.example'),
        site(-7, 'https://d.example'),
      ],
      { table: 'group', row: { id: '1', name: '\u202e\0' } },
      { table: 'unknown', row: { id: '1' } },
      { table: '__proto__', row: { id: '1' } },
    ]
    const id = await uploadRecords(fixture, headers, records)
    const { plan } = (await rest(`GET /move-in/imports/${id}`)).body.data
    expect(plan.sites).toMatchObject({ create: 1, skip: 6 })
    expect(plan.tags).toMatchObject({ create: 0, skip: 1 })
    await accept(headers, id)
    expect(await rows('select id, url from sites')).toEqual([{ id: 2, url: 'https://a.example/' }])
  })

  it('is refused for an API key, and before the file is complete', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const id = await uploadRecords(fixture, headers, await sitesOf([1]))
    const refused = await rest(`POST /move-in/imports/${id}/accept`, {})
    expect([refused.status, refused.body.code]).toEqual([403, 'svc_permission_denied'])
    expect(await rows('select id from sites')).toEqual([])
    expect((await rest('POST /move-in/imports/999/accept', {}, headers)).status).toBe(404)
  })
})
