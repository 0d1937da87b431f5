import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { sharedKeySource } from '../../../platform/connector/key-source.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { writeMysqldump, writePhpMyAdmin } from '../testing/dump-file.ts'
import { acceptUpload, finishJob, sessionOfAdministrator } from '../testing/moving-fleet.ts'
import { filenameSecret, keyFormats, storeCredential, storeKey } from '../testing/stored-keys.ts'

const fixture = setUpServiceWithSites({ works: true })
const { rest } = fixture
type Headers = Record<string, string>

/** A dashboard with a site per format of keys; the simulated sites have the key. */
async function makeDashboard() {
  const { privateKeyPem, publicKeyPem } = await sharedKeySource(1).take()
  const stored = keyFormats.map((format, index) => storeKey(format, 11 + index, privateKeyPem))
  const password = storeCredential('s3cret', 'site_credential_http_pass_11')
  const wp = stored.map(({ privkey, pubkey }, index) => {
    const child = fixture.nextChild()
    child.connect({ publicKey: publicKeyPem, server: 'https://old.example/wp-admin/' })
    const [http_user, http_pass] = index === 0 ? ['web', password.column] : ['', '']
    return {
      ...{ id: 11 + index, name: `Zürich ${index}`, url: child.url, adminname: child.admin.login, privkey, pubkey },
      ...{ http_user, http_pass, client_id: 9, verify_certificate: 1, note: "It's\nnew", users: 'private' },
    }
  })
  const tables = {
    api_keys: [{ key_id: 1, description: 'Backup script', enabled: 1, consumer_secret: 'hash' }],
    group: [{ id: 4, name: 'Care plan', color: '#39d' }],
    lookup_item_objects: [{ lookup_id: 1, item_id: 21, item_name: 'cost', object_id: 11, object_name: 'site' }],
    wp,
    wp_clients: [{ client_id: 9, name: 'Bakery', client_email: 'hi@bakery.example' }],
    wp_group: [{ wp_group_id: 1, wpid: 11, groupid: 4 }],
    cost_tracker: [
      { id: 21, name: 'Hosting', price: '25.50', type: 'subscription', renewal_type: 'monthly', cost_status: 'active' },
    ],
  }
  const files = stored.flatMap(({ file }) => (file ? [[`pk/${file.name}`, Buffer.from(file.content)]] : []))
  const pk = Object.fromEntries([...files, ['pk/site_credential_http_pass_11', password.file]])
  return { dashboard: { tables, options: { mainwp_private_filename_secret: filenameSecret } }, pk: zipSync(pk) }
}

async function upload(headers: Headers, files: { dump?: Uint8Array; keys?: Uint8Array }, partBytes = 20_000) {
  const upload_id = randomBytes(8).toString('hex')
  let answer: Awaited<ReturnType<typeof rest>> | undefined
  for (const [file, bytes] of Object.entries(files))
    for (let part = 0; part * partBytes < bytes.length; part++) {
      const content = Buffer.from(bytes.subarray(part * partBytes, (part + 1) * partBytes)).toString('base64')
      const input = { upload_id, file, part, content, last: (part + 1) * partBytes >= bytes.length }
      answer = await rest('POST /move-in/dumps', input, headers)
      expect(answer.status).toBe(200)
      // Sent twice, stored once.
      await rest('POST /move-in/dumps', input, headers)
    }
  return answer!.body.data.move_in_id as number
}

async function read(headers: Headers, id: number, more = {}) {
  const { status, body } = await rest(`POST /move-in/dumps/${id}/read`, more, headers)
  if (status !== 200) return { error: body }
  const [target] = await finishJob(fixture, body.data.job_id)
  return target!
}
const rows = async (text: string) => (await fixture.service.db.pool.query(text)).rows

describe('read-dump', () => {
  it.each([
    ['mysqldump', (dump: string) => Buffer.from(dump), writeMysqldump],
    ['phpMyAdmin with gzip', (dump: string) => gzipSync(dump), writePhpMyAdmin],
  ])('reads a dump of %s and key files in every format; the sites are connected', async (_, encode, write) => {
    const headers = await sessionOfAdministrator(fixture)
    const { dashboard, pk } = await makeDashboard()
    const id = await upload(headers, { dump: encode(write(dashboard)), keys: pk })
    expect(await read(headers, id)).toMatchObject({ state: 'succeeded', result: { sites: 3, key_files: 3 } })
    const { plan, source } = (await rest(`GET /move-in/imports/${id}`)).body.data
    expect(source).toBe('https://old.example/wp-admin/')
    expect(plan).toMatchObject({
      sites: { create: 3, ids_kept: 3 },
      ...{
        clients: { create: 1 },
        tags: { create: 1 },
        costs: { create: 1 },
        sites_without_key: 0,
        rest_keys: ['Backup script'],
      },
    })
    const targets = await acceptUpload(fixture, headers, id)
    expect(targets.map(({ site_id, state }) => [site_id, state])).toEqual([
      [11, 'succeeded'],
      [12, 'succeeded'],
      [13, 'succeeded'],
    ])
    expect(await rows('select name, notes, http_user, client_id::int from sites where id = 11')).toEqual([
      { name: 'Zürich 0', notes: "It's\nnew", http_user: 'web', client_id: 9 },
    ])
    const tables = ['move_in_dump_parts', 'move_in_records']
    for (const table of tables) expect(await rows(`select count(*)::int from ${table}`)).toEqual([{ count: 0 }])
  })

  it('reads serialized options without unserializing them, and the targets of costs', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const { dashboard, pk } = await makeDashboard()
    const options = {
      ...dashboard.options,
      mainwp_global_uptime_monitoring_settings: 'a:2:{s:6:"active";i:1;s:7:"keyword";s:0:"";}',
      mainwp_module_cost_tracker_options: 'a:2:{s:8:"currency";s:3:"EUR";s:1:"x";O:7:"Exploit":0:{}}',
    }
    const [cost] = dashboard.tables.cost_tracker
    const tables = {
      ...dashboard.tables,
      cost_tracker: [{ ...cost, sites: '["11"]', groups: '["4"]', clients: '["9"]' }],
      monitors: [{ monitor_id: 1, wpid: 11, active: -1, issub: 0 }],
    }
    await rest('PUT /monitors/settings', { active: true })
    const id = await upload(headers, { dump: Buffer.from(writeMysqldump({ tables, options })), keys: pk })
    await read(headers, id)
    expect((await rest(`GET /move-in/imports/${id}`)).body.data.plan).toMatchObject({
      monitors: { on: 1, off: 2 },
      currency: { there: 'EUR', action: 'set' },
    })
    await acceptUpload(fixture, headers, id)
    expect((await rest('GET /costs/21')).body.data).toMatchObject({ sites: [11], groups: [4], clients: [9] })
  })

  it('imports sites without a key when the key files are missing or another option named them', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const { dashboard, pk } = await makeDashboard()
    const other = { ...dashboard, options: { mainwp_private_filename_secret: 'other' } }
    const [without, wrong] = [
      await upload(headers, { dump: Buffer.from(writeMysqldump(dashboard)) }),
      await upload(headers, { dump: Buffer.from(writeMysqldump(other)), keys: pk }),
    ]
    await read(headers, without)
    await read(headers, wrong)
    // Plain base64 needs no file; the older name needs no option.
    const missing = async (id: number) => (await rest(`GET /move-in/imports/${id}`)).body.data.plan.sites_without_key
    expect([await missing(without), await missing(wrong)]).toEqual([2, 1])
  })

  it('asks which dashboard is meant when the database has several', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const { dashboard, pk } = await makeDashboard()
    const dump = `${writeMysqldump(dashboard, 'one_')}${writeMysqldump(dashboard, 'two_')}`
    const id = await upload(headers, { dump: gzipSync(dump), keys: pk })
    const refused = await read(headers, id)
    expect(refused.error?.message).toContain('Name the prefix of one: one_, two_.')
    expect(await read(headers, id, { prefix: 'two_' })).toMatchObject({ state: 'succeeded', result: { sites: 3 } })
  })

  it.each([
    ['a dump that was cut', (dump: string) => Buffer.from(dump.slice(0, dump.length / 2)), 'middle of a statement'],
    ['a gzip that was cut', (dump: string) => gzipSync(dump).subarray(0, 2_000), 'the file was cut'],
    [
      'a database without a dashboard',
      () => Buffer.from('CREATE TABLE `a` (`b` int); INSERT INTO `a` VALUES (1);'),
      'no table of sites',
    ],
    ['no SQL at all', () => randomBytes(50_000), 'cannot be used'],
  ])('refuses %s, and nothing of it is stored', async (_, encode, reason) => {
    const headers = await sessionOfAdministrator(fixture)
    const { dashboard } = await makeDashboard()
    const id = await upload(headers, { dump: encode(writeMysqldump(dashboard)) })
    const { error } = await read(headers, id)
    expect(error).toMatchObject({ code: 'svc_dump_refused', message: expect.stringContaining(reason) })
    expect((await rest(`GET /move-in/imports/${id}`)).body.data).toMatchObject({ state: 'receiving', plan: null })
    expect(await rows('select count(*)::int from move_in_records')).toEqual([{ count: 0 }])
  })

  it('is refused before the files are complete, for other uploads and for an API key', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const part = { upload_id: 'ab'.repeat(8), file: 'dump', part: 0, content: 'AAAA', last: false }
    const { move_in_id } = (await rest('POST /move-in/dumps', part, headers)).body.data
    expect((await rest(`POST /move-in/dumps/${move_in_id}/read`, {}, headers)).body.code).toBe('svc_move_in_not_ready')
    const skipped = await rest('POST /move-in/dumps', { ...part, part: 2 }, headers)
    expect(skipped.body.code).toBe('svc_dump_refused')
    expect((await rest('POST /move-in/dumps/99999/read', {}, headers)).status).toBe(404)
    expect((await rest('POST /move-in/dumps', part)).body.code).toBe('svc_permission_denied')
    expect((await rest(`POST /move-in/dumps/${move_in_id}/read`, {})).body.code).toBe('svc_permission_denied')
  })
})
