import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, seedPeople } from '../../../testing/people.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

const fixture = {} as { service: TestService; people: People }
let rest: Callers['rest']
let dashboard: Callers['dashboard']
beforeAll(async () => {
  fixture.service = await startTestService()
  fixture.people = await seedPeople(fixture.service)
  ;({ rest, dashboard } = callers(fixture))
})
// Users are created once; only the settings are reset.
beforeEach(async () => {
  await fixture.service.db.deleteFrom('settings').execute()
  await fixture.service.app.forgetCaches()
})
afterAll(() => fixture.service.close())

const read = async (group: string) => (await rest(`GET /settings/${group}`)).body.data
const edit = (group: string, payload: object) => dashboard(`PUT /settings/${group}/edit`, payload)

describe.each(['general', 'advanced', 'monitoring', 'cost-tracker', 'dashboard-insights', 'tools', 'sign-in'])(
  '%s',
  (group) => {
    it('is read in an envelope and edited with PUT or PATCH, not POST', async () => {
      const { status, body } = await rest(`GET /settings/${group}`)
      expect([status, body]).toEqual([200, { success: 1, message: expect.any(String), data: expect.any(Object) }])
      for (const method of ['PUT', 'PATCH']) {
        const edited = await dashboard(`${method} /settings/${group}/edit`, {})
        expect([edited.status, edited.body]).toEqual([
          200,
          { success: 1, message: expect.stringMatching(/settings updated\.$/), data: body.data },
        ])
      }
      expect((await rest(`POST /settings/${group}/edit`, {})).status).toBe(405)
    })

    it('accepts every value that it returns, without a change', async () => {
      const { product_categories: _, payment_methods: __, ...shown } = await read(group)
      const { status, body } = await edit(group, shown)
      expect([status, body.message]).toEqual([200, expect.any(String)])
      expect(await read(group)).toEqual(body.data)
      expect(body.data).toMatchObject(shown)
    })

    it('returns the known keys when one is unknown, and changes nothing', async () => {
      const { status, body } = await edit(group, { no_such_key: 1 })
      const [key] = Object.keys(await read(group))
      expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
      expect(body.data.params.no_such_key).toMatch(new RegExp(`known fields: .*${key}`))
    })

    it('is for administrators', async () => {
      for (const { headers } of [fixture.people.manager, fixture.people.viewer, fixture.people.keys.limited]) {
        expect((await rest(`GET /settings/${group}`, undefined, headers)).status).toBe(403)
        expect((await rest(`PUT /settings/${group}/edit`, {}, headers)).status).toBe(403)
      }
    })
  },
)

describe('defaults', () => {
  it.each([
    ['general', { frequency_daily_update: 2, date_format: 'F j, Y', time_format: 'g:i a', timezone_string: 'UTC+0' }],
    ['general', { time_daily_update: '', frequency_auto_update: 'daily', delay_autoupdate: 1, svc_widgets: {} }],
    ['general', { svc_primary_backup: { value: '', title: 'Native backups' }, numberdays_outdate_plugin_theme: 365 }],
    [
      'advanced',
      { svc_maximum_requests: 50, svc_minimum_delay: 0, svc_maximum_ip_requests: 4, svc_minimum_ip_delay: 0 },
    ],
    ['advanced', { svc_ssl_verify_certificate: 1, svc_force_use_ipv4: 0, svc_verify_connection_method: 1 }],
    [
      'advanced',
      { audit_retention_days: 0, update_history_retention_days: 1095, report_deliveries_retention_days: 1095 },
    ],
    ['advanced', { svc_rest_batch_items_limit: 100, svc_connect_signature_algo: 'OPENSSL_ALGO_SHA256' }],
    ['monitoring', { svc_uptime_monitoring_active: 0, svc_uptime_monitoring_type: 'http' }],
    ['monitoring', { svc_uptime_monitoring_interval: 5, svc_uptime_monitoring_timeout: '60s' }],
    ['monitoring', { svc_uptime_monitoring_up_status_codes: [200, 201, 202, 203, 204, 205, 206] }],
    ['monitoring', { svc_disable_sites_health_monitoring: 1, svc_sitehealth_threshold: 80 }],
    ['cost-tracker', { currency: 'USD', currency_position: 'left', decimals: 2 }],
    ['cost-tracker', { thousand_separator: ',', decimal_separator: '.' }],
    ['dashboard-insights', { enable_insights_logging: 1 }],
    ['sign-in', { second_factor_for: 'none', second_factor_grace_days: 7 }],
    ['tools', { svc_theme: 'default', guided_tours: 0, chat_widget: 0, chatbase: 0, guided_video: 0 }],
  ])('%s: %j', async (group, values) => {
    expect(await read(group)).toMatchObject(values)
  })

  it('sync every part', async () => {
    const { sync_data } = await read('advanced')
    expect(Object.keys(sync_data)).toHaveLength(20)
    expect(new Set(Object.values(sync_data))).toEqual(new Set([1]))
  })
})

describe('an edit', () => {
  it('changes only the sent values and returns the whole group', async () => {
    const { body } = await edit('advanced', { svc_minimum_delay: 300 })
    expect(body.data).toMatchObject({ svc_minimum_delay: 300, svc_maximum_requests: 50 })
    await edit('advanced', { svc_maximum_requests: 7 })
    expect(await read('advanced')).toMatchObject({ svc_minimum_delay: 300, svc_maximum_requests: 7 })
  })

  it('is not lost when two are sent at the same time', async () => {
    const parts = ['plugins', 'themes', 'users', 'dbsize']
    await Promise.all(parts.map((part) => edit('advanced', { sync_data: { [part]: 0 } })))
    const { sync_data } = await read('advanced')
    expect(
      Object.keys(sync_data)
        .filter((part) => sync_data[part] === 0)
        .sort(),
    ).toEqual([...parts].sort())
  })

  it('resets to the default with null', async () => {
    await edit('general', { timezone_string: 'Europe/Berlin', date_format: 'Y-m-d' })
    const { body } = await edit('general', { timezone_string: null })
    expect(body.data).toMatchObject({ timezone_string: 'UTC+0', date_format: 'Y-m-d' })
    expect(await read('general')).toMatchObject({ timezone_string: 'UTC+0' })
  })

  it.each([true, 1, '1', 'true'])('accepts %j as on and returns 1', async (yes) => {
    expect((await edit('tools', { guided_tours: yes })).body.data.guided_tours).toBe(1)
  })
  it.each([false, 0, '0', 'false'])('accepts %j as off and returns 0', async (no) => {
    expect((await edit('dashboard-insights', { enable_insights_logging: no })).body.data).toEqual({
      enable_insights_logging: 0,
    })
  })

  it.each([
    ['general', { time_daily_update: '8:05' }, '08:05'],
    ['general', { time_auto_update: '' }, ''],
    ['general', { timezone_string: 'America/New_York' }, 'America/New_York'],
    ['general', { timezone_string: 'UTC-3.5' }, 'UTC-3.5'],
    ['general', { svc_primary_backup: 'module-api-backups' }, { value: 'module-api-backups', title: 'API backups' }],
    ['general', { svc_widgets: { overview: true, 'recent-posts': 0 } }, { overview: 1, 'recent-posts': 0 }],
    ['general', { delay_autoupdate: '14' }, 14],
    ['advanced', { svc_connect_signature_algo: 'OPENSSL_ALGO_SHA256 (Default)' }, 'OPENSSL_ALGO_SHA256'],
    ['advanced', { svc_connect_signature_algo: 'OPENSSL_ALGO_SHA512' }, 'OPENSSL_ALGO_SHA512'],
    ['monitoring', { svc_uptime_monitoring_interval: 5 }, 5],
    ['monitoring', { svc_uptime_monitoring_interval: '1h' }, 60],
    ['monitoring', { svc_uptime_monitoring_interval: '5m' }, 5],
    ['monitoring', { svc_uptime_monitoring_interval_seconds: 30 }, 30],
    ['monitoring', { svc_uptime_monitoring_down_confirmation_check: 10 }, 10],
    ['monitoring', { svc_uptime_monitoring_down_confirmation_check: true }, 1],
    ['monitoring', { svc_uptime_monitoring_timeout: 30 }, '30s'],
    ['monitoring', { svc_uptime_monitoring_timeout: 30_000 }, '30s'],
    ['monitoring', { svc_uptime_monitoring_timeout: '2min' }, '120s'],
    ['monitoring', { svc_uptime_monitoring_up_status_codes: '200,301' }, [200, 301]],
    ['cost-tracker', { currency: 'EUR' }, 'EUR'],
    ['cost-tracker', { thousand_separator: ' ' }, ' '],
    ['tools', { svc_theme: 'dark' }, 'dark'],
  ])('%s stores %j as %j', async (group, sent, stored) => {
    const { status, body } = await edit(group, sent)
    const [key] = Object.keys(sent) as [string]
    expect([status, body.data[key]]).toEqual([200, stored])
    expect((await read(group))[key]).toEqual(stored)
  })

  it.each([
    ['general', { time_daily_update: '24:00' }, 'a time of day from 00:00 to 23:59'],
    ['general', { frequency_daily_update: 13 }, 'a whole number from 1 to 12'],
    ['general', { timezone_string: 'Mars/Olympus' }, 'a time zone such as Europe/Berlin, UTC or UTC+5.5'],
    ['general', { frequency_auto_update: 'hourly' }, 'one of: daily, weekly, monthly'],
    ['general', { delay_autoupdate: 8 }, 'one of: 0, 1, 2, 3, 4, 5, 6, 7, 14, 30'],
    ['general', { date_format: 'F\nj' }, 'one line'],
    ['general', { svc_widgets: { 'a b': 1 } }, ''],
    ['advanced', { svc_maximum_requests: 0 }, 'a whole number from 1 to 1000'],
    ['advanced', { svc_maximum_requests: 1001 }, 'a whole number from 1 to 1000'],
    ['advanced', { svc_maximum_ip_requests: 101 }, 'a whole number from 1 to 100'],
    ['advanced', { svc_minimum_delay: 5001 }, 'a whole number from 0 to 5000'],
    ['advanced', { svc_minimum_ip_delay: -1 }, 'a whole number from 0 to 5000'],
    ['advanced', { svc_maximum_requests: 'many' }, 'a whole number from 1 to 1000'],
    ['advanced', { svc_ssl_verify_certificate: 2 }, 'true or false'],
    [
      'advanced',
      { svc_connect_signature_algo: 'OPENSSL_ALGO_SHA1' },
      'too weak to sign with; use one of: OPENSSL_ALGO_SHA256',
    ],
    ['advanced', { svc_connect_signature_algo: 'OPENSSL_ALGO_SHA224' }, 'too weak to sign with'],
    ['advanced', { svc_connect_signature_algo: 'MD5' }, 'one of: OPENSSL_ALGO_SHA256'],
    ['advanced', { sync_data: { everything: 1 } }, ''],
    ['monitoring', { svc_uptime_monitoring_interval: '30s' }, 'whole minutes from 1 to 1440'],
    ['monitoring', { svc_uptime_monitoring_interval: 0.5 }, 'whole minutes from 1 to 1440'],
    ['monitoring', { svc_uptime_monitoring_interval: 1441 }, 'whole minutes from 1 to 1440'],
    ['monitoring', { svc_uptime_monitoring_interval_seconds: 29 }, 'from 30 to 86400'],
    ['monitoring', { svc_uptime_monitoring_down_confirmation_check: 11 }, '10'],
    ['monitoring', { svc_uptime_monitoring_timeout: '0s' }, 'a time from 1s to 90min'],
    ['monitoring', { svc_uptime_monitoring_type: 'smoke' }, 'one of: http, ping, keyword'],
    ['monitoring', { svc_uptime_monitoring_up_status_codes: [200, 999] }, 'one of: 100, 101, 200'],
    ['monitoring', { svc_sitehealth_threshold: 90 }, 'one of: 80, 100'],
    ['cost-tracker', { currency: 'SHELLS' }, 'a currency of ISO 4217'],
    ['cost-tracker', { currency_position: 'above' }, 'one of: left, right, left_space, right_space'],
    ['tools', { svc_theme: 'loud' }, 'one of: default, default-2024, classic, dark, wpadmin, minimalistic'],
  ])('%s %j is refused and the allowed values named', async (group, sent, allowed) => {
    const before = await read(group)
    const { status, body } = await edit(group, sent)
    const [key] = Object.keys(sent) as [string]
    expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
    const field = Object.keys(body.data.params).find((name) => name.startsWith(key))
    expect(body.data.params[field!]).toContain(allowed)
    expect(await read(group)).toEqual(before)
  })

  it('is refused as a whole when one value is wrong', async () => {
    await edit('advanced', { svc_minimum_delay: 300, svc_maximum_requests: 0 })
    expect(await read('advanced')).toMatchObject({ svc_minimum_delay: 0 })
  })

  it('is refused when values contradict each other', async () => {
    await edit('general', { svc_enable_legacy_backup_feature: 1 })
    const { status, body } = await edit('general', { svc_primary_backup: 'module-api-backups' })
    expect([status, body.data.params]).toEqual([
      400,
      { svc_primary_backup: expect.stringContaining('svc_enable_legacy_backup_feature is 0') },
    ])
    const both = { svc_primary_backup: 'module-api-backups', svc_enable_legacy_backup_feature: 0 }
    expect((await edit('general', both)).status).toBe(200)
  })

  it('needs a keyword for the type keyword', async () => {
    const { status, body } = await edit('monitoring', { svc_uptime_monitoring_type: 'keyword' })
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['svc_uptime_monitoring_keyword']])
    const both = { svc_uptime_monitoring_type: 'keyword', svc_uptime_monitoring_keyword: 'Welcome' }
    expect((await edit('monitoring', both)).status).toBe(200)
    expect((await edit('monitoring', { svc_uptime_monitoring_keyword: '' })).status).toBe(400)
  })

  it('returns the known parts of a setting when one is unknown', async () => {
    const { body } = await edit('advanced', { sync_data: { nonsense: 1 } })
    expect(body.data.params['sync_data.nonsense']).toMatch(/known fields: wp_updates, /)
  })
})

it('accepts chatbase as an alias of chat_widget', async () => {
  const { body } = await edit('tools', { chatbase: true })
  expect(body.data).toMatchObject({ chat_widget: 1, chatbase: 1 })
  expect((await edit('tools', { chatbase: 1, chat_widget: 0 })).status).toBe(400)
})

it('accepts the names of the established product', async () => {
  const { body } = await fixture.service.request({
    method: 'PUT',
    url: '/wp-json/mainwp/v2/settings/advanced/edit',
    headers: fixture.people.administrator.headers,
    payload: { mainwp_maximum_requests: 12 },
  })
  expect(body.data.mainwp_maximum_requests).toBe(12)
  expect(await read('advanced')).toMatchObject({ svc_maximum_requests: 12 })
})

it('returns the choices of costs in the group cost-tracker', async () => {
  await rest('POST /settings/cost-tracker/product-types/add', { title: 'Cloud Tool', color: '#102030' })
  await rest('POST /settings/cost-tracker/payment-methods/add', { title: 'Bank Wire' })
  const shown = await read('cost-tracker')
  expect(shown.product_categories.map(({ slug }: { slug: string }) => slug)).toEqual([
    'plugin',
    'theme',
    'hosting',
    'service',
    'other',
    'cloud-tool',
  ])
  expect(shown.product_categories.at(-1)).toEqual({
    slug: 'cloud-tool',
    title: 'Cloud Tool',
    color: '#102030',
    icon: expect.any(String),
  })
  expect(shown.payment_methods).toEqual({ 'bank-wire': 'Bank Wire' })
})

it('returns old and new values in a dry run', async () => {
  const { body } = await edit('advanced', { svc_minimum_delay: 300, svc_maximum_requests: 50, dry_run: true })
  expect(body.data).toMatchObject({
    dry_run: true,
    count: 1,
    would_affect: [{ setting: 'svc_minimum_delay', from: 0, to: 300 }],
  })
  expect(await read('advanced')).toMatchObject({ svc_minimum_delay: 0 })
})

it('records the sent values in the audit log', async () => {
  await edit('advanced', { svc_ssl_verify_certificate: 0 })
  const { rows } = await fixture.service.db.pool.query(
    'select operation, subject from audit_lines order by id desc limit 1',
  )
  expect(rows).toEqual([{ operation: 'update-advanced-settings', subject: '{"svc_ssl_verify_certificate":false}' }])
})

it('describes every key with its default, and states which have no effect', async () => {
  const { body } = await fixture.service.request({
    url: '/api/openapi.json',
    headers: fixture.people.administrator.headers,
  })
  const { schema } = body.paths['/api/v2/settings/advanced/edit'].put.requestBody.content['application/json']
  const fields = schema.$ref ? body.components.schemas[schema.$ref.split('/').at(-1)] : schema
  expect(fields.properties.svc_maximum_requests).toMatchObject({
    anyOf: [{ type: 'integer', minimum: 1, maximum: 1000 }, { type: 'null' }],
    description: expect.stringContaining('Default: 50.'),
  })
  expect(fields.properties.svc_chunksitesnumber.description).toContain('Stored without effect')
})

it('refuses equal separators of numbers', async () => {
  for (const values of [
    { decimal_separator: ',' },
    { thousand_separator: '.' },
    { thousand_separator: '', decimal_separator: '' },
  ]) {
    const { status, body } = await rest('PUT /settings/cost-tracker/edit', values)
    expect([status, body.data.params]).toEqual([400, { decimal_separator: 'must differ from thousand_separator' }])
  }
  const german = { thousand_separator: '.', decimal_separator: ',' }
  expect((await rest('PUT /settings/cost-tracker/edit', german)).body.data).toMatchObject(german)
})

it('has the interval of monitors always in whole minutes, with finer ones in seconds beside', async () => {
  const set = async (values: object) => {
    const { status, body } = await edit('monitoring', values)
    if (status !== 200) return body.data.params
    const { svc_uptime_monitoring_interval, svc_uptime_monitoring_interval_seconds } = await read('monitoring')
    return [svc_uptime_monitoring_interval, svc_uptime_monitoring_interval_seconds]
  }
  const [minutes, seconds] = ['svc_uptime_monitoring_interval', 'svc_uptime_monitoring_interval_seconds']
  expect(await set({ [seconds]: 30 })).toEqual([1, 30])
  expect(await set({ [seconds]: 330 })).toEqual([6, 330])
  expect(await set(await read('monitoring'))).toEqual([6, 330])
  expect(await set({ [minutes]: 10 })).toEqual([10, 0])
  expect(await set({ [minutes]: 10, [seconds]: 30 })).toEqual({ [seconds]: expect.stringContaining(minutes) })
  expect(await set({ [seconds]: 30 })).toEqual([1, 30])
  expect(await set({ [minutes]: null })).toEqual([5, 0])
})
