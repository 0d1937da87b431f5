import { describe, expect, it } from 'vitest'
import { operations } from '../../catalogue.ts'
import { approvalCalls } from '../../testing/approval-calls.ts'
import { callers } from '../../testing/callers.ts'
import { setUpService, signInAs } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'

const fixture = setUpService()
const { createAgent, createApprover, approve, approval, refuse, send } = approvalCalls(fixture)
const { ability, aliased, rest, dashboard } = callers(fixture)
const minute = 60_000

const tags = async () =>
  (await fixture.service.db.selectFrom('tags').select('name').orderBy('id').execute()).map(({ name }) => name)
const lines = (operation: string) =>
  fixture.service.db.selectFrom('audit_lines').selectAll().where('operation', '=', operation).orderBy('id').execute()

describe('a key for an agent', () => {
  it('changes nothing until a person approves exactly this call, and then once', async () => {
    const agent = await createAgent()
    const approver = await createApprover()
    const add = (name = 'Shop') => rest('POST /tags/add', { name }, agent.headers)
    const asked = await add()
    expect(asked).toMatchObject({ status: 403, body: { success: 0, code: 'svc_approval_required' } })
    const { approval_id, digest, plan } = asked.body.data
    expect([digest, plan.count, asked.body.message]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      1,
      expect.stringContaining(`/approvals/${approval_id}`),
    ])
    // The same call asks once, another call separately.
    expect((await add()).body.data.approval_id).toBe(approval_id)
    expect((await add('Blog')).body.data.approval_id).toBe(approval_id + 1)
    expect((await approve(approval_id, approver)).body.data).toMatchObject({ state: 'approved', decided_by: 'ada' })
    expect((await approval(approval_id, agent.headers)).body.data).toMatchObject({ state: 'approved', options: null })
    expect((await add('Blog')).status).toBe(403)
    expect((await add()).status).toBe(200)
    expect(await tags()).toEqual(['Shop'])
    expect((await approval(approval_id, agent.headers)).body.data.state).toBe('used')
    await send('DELETE', '/tags/1/remove', undefined, approver.session.headers)
    expect((await add()).body).toMatchObject({ code: 'svc_approval_required' })
    expect((await approve(approval_id, approver)).body.code).toBe('svc_approval_ended')
    expect([(await lines('request-approval')).length, (await lines('use-approval')).length]).toEqual([3, 1])
    expect((await lines('approve-call'))[0]!.subject).toContain(digest)
  })

  it('asks on every surface, for each item of a batch, and reads without asking', async () => {
    const { headers } = await createAgent()
    await rest('POST /tags/add', { name: 'Old' })
    const theirs = (path: string, payload: object) =>
      fixture.service.request({ method: 'POST', url: `/wp-json/mainwp/v2${path}`, headers, payload })
    const mcp = await fixture.service.request({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'execute-ability', arguments: { ability_name: 'add-tag', parameters: { name: 'A' } } },
      },
    })
    const answers = [
      await rest('POST /tags/add', { name: 'A' }, headers),
      await rest('DELETE /tags/1/remove', undefined, headers),
      await rest('POST /batch', { tags: { create: [{ name: 'A' }, { name: 'B' }], delete: [1] } }, headers),
      await ability('add-tag', { name: 'A' }, headers),
      await ability('delete-tag', { tag_id: 1, confirm: true }, headers),
      await aliased('add-tag', { name: 'A' }, headers),
      await theirs('/tags/add', { name: 'A' }),
      mcp,
    ]
    for (const { text } of answers) expect(text).toMatch(/(svc|mainwp)_approval_required/)
    expect(answers[2]!.text.match(/svc_approval_required/g)).toHaveLength(3)
    expect(await tags()).toEqual(['Old'])
    expect((await rest('GET /tags', undefined, headers)).status).toBe(200)
    expect((await rest('POST /tags/add', { name: 'A', dry_run: true }, headers)).body.data.dry_run).toBe(true)
    // Equal calls of different surfaces are one request.
    expect((await rest('GET /approvals', undefined, headers)).body.total).toBe(3)
  })

  it('runs an approved call once although it is sent several times at once, and repeats its answer', async () => {
    const agent = await createAgent()
    const approver = await createApprover()
    await seedSites(fixture.service.db, 1)
    const add = (key: string) => rest('POST /costs/add', cost, { ...agent.headers, 'idempotency-key': key })
    await approve((await add('one')).body.data.approval_id, approver)
    const answers = await Promise.all(['one', 'two', 'three', 'four'].map(add))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403])
    const done = ['one', 'two', 'three', 'four'][answers.findIndex(({ status }) => status === 200)]!
    expect((await add(done)).body).toEqual(answers.find(({ status }) => status === 200)!.body)
    expect(await fixture.service.db.selectFrom('costs').select('id').execute()).toHaveLength(1)
  })

  it('must ask again when the plan has changed, the time is over, or the request was refused', async () => {
    const agent = await createAgent()
    const approver = await createApprover()
    await rest('POST /tags/add', { name: 'Old' })
    const remove = () => rest('DELETE /tags/1/remove', undefined, agent.headers)
    const first = (await remove()).body.data.approval_id
    await approve(first, approver)
    await rest('PUT /tags/1/edit', { name: 'New' })
    const second = (await remove()).body.data.approval_id
    expect(second).toBe(first + 1)
    expect((await approval(first, agent.headers)).body.data.state).toBe('outdated')
    await approve(second, approver)
    expect((await refuse(second, approver.session.headers)).body.data.state).toBe('refused')
    const third = (await remove()).body.data.approval_id
    await approve(third, approver)
    fixture.service.clock.advance(10 * minute)
    expect((await approval(third, agent.headers)).body.data.state).toBe('expired')
    expect((await remove()).body.data.approval_id).toBe(third + 1)
    expect(await tags()).toEqual(['New'])
  })

  it('cannot use the approval of another key, and another secret is another call', async () => {
    const [one, other] = [await createAgent(), await createAgent()]
    const approver = await createApprover()
    const add = (headers: Record<string, string>, password: string) =>
      rest(
        'POST /sites/add',
        { url: 'https://one.example', admin: 'ada', http_user: 'u', http_pass: password },
        headers,
      )
    const { approval_id } = (await add(one.headers, 'first secret')).body.data
    await approve(approval_id, approver)
    const { request } = (await approval(approval_id, one.headers)).body.data
    expect(request).not.toContain('first secret')
    expect(JSON.parse(request).input.http_pass).toMatch(/^\[hidden [\w-]{43}\]$/)
    for (const [headers, password] of [
      [other.headers, 'first secret'],
      [one.headers, 'other secret'],
    ] as const)
      expect((await add(headers, password)).body.code).toBe('svc_approval_required')
    expect((await add(one.headers, 'first secret')).body.code).not.toBe('svc_approval_required')
  })

  it('stores no secret of a call, whatever the name of its field', async () => {
    const { headers } = await createAgent()
    await seedSites(fixture.service.db, 1)
    const secret = 'very-secret-value'
    const site = { url: 'https://one.example', admin: 'ada' }
    const calls: [string, object][] = [
      ['POST /sites/add', { ...site, unique_id: secret }],
      ['POST /sites/import', { csv: `url,admin,http_user,http_pass\nhttps://one.example,ada,u,${secret}` }],
      [
        'POST /sites/import',
        { csv: `url,admin,Kennwort\nhttps://one.example,ada,${secret}`, columns: { Kennwort: 'unique_id' } },
      ],
      ['POST /sites/import', { rows: [{ ...site, uniqueid: secret }] }],
      [
        'POST /users/import',
        { csv: `Username,E-mail,Role,Password\nmila,m@one.example,author,${secret}`, websites: [1] },
      ],
      [
        'POST /notifications/channels',
        { service: 'slack', target: { url: `http://127.0.0.1:8080/services/${secret}` } },
      ],
    ]
    for (const [index, [route, input]] of calls.entries()) {
      const { body } = await rest(route, input, headers)
      expect([body.code, body.data.approval_id], route).toEqual(['svc_approval_required', index + 1])
      expect((await approval(index + 1, headers)).text, route).not.toContain(secret)
    }
    const { rows } = await fixture.service.db.pool.query('select * from approvals')
    expect([rows.length, JSON.stringify(rows).includes(secret)]).toEqual([calls.length, false])
  })

  it('shows text in full, of addresses the host and path, and the hosts apart', async () => {
    const { headers } = await createAgent()
    await seedSites(fixture.service.db, 1)
    const ask = async (route: string, input: object) => {
      const { body } = await rest(route, input, headers)
      expect(body.code, JSON.stringify(body)).toBe('svc_approval_required')
      const { data } = (await approval(body.data.approval_id, headers)).body
      return { request: JSON.parse(data.request), text: data.request as string }
    }
    // Until 0.2.0 everything before an "@" was hidden: the person approved "Read https://[hidden]@ our site".
    const hidden = 'Read https://x.example: BUY MALWARE at once, more @ our site'
    const comment = await ask('POST /tags/add', { name: hidden })
    expect(comment.request).toMatchObject({ input: { name: hidden }, hosts: ['x.example'] })
    const hook = 'http://127.0.0.1:9/x:@hooks.slack.com/services?token=very-secret-value'
    const webhook = await ask('POST /webhooks', { url: hook, types: ['monitor.down'] })
    expect(webhook.text).not.toContain('very-secret-value')
    expect(webhook.request.hosts).toEqual(['127.0.0.1:9'])
    const shown = /^http:\/\/127\.0\.0\.1:9\/x:@hooks\.slack\.com\/services\?token=\[hidden\] \[hidden [\w-]{43}\]$/
    expect(webhook.request.input.url).toMatch(shown)
    expect(webhook.request.plan.would_affect[0].url).toMatch(shown)
    const inbox = await dashboard('GET /inbox')
    expect(inbox.body.data.map(({ detail }: { detail: string }) => detail).join()).toContain(
      'It names the hosts 127.0.0.1:9.',
    )
  })

  it('does not store requests without end, or with targets that no person could see', async () => {
    const { headers } = await createAgent()
    for (let count = 0; count < 20; count++) await rest('POST /tags/add', { name: `Tag ${count}` }, headers)
    expect(await rest('POST /tags/add', { name: 'One more' }, headers)).toMatchObject({
      status: 429,
      body: { code: 'svc_rate_limited' },
    })
    await seedSites(fixture.service.db, 1_001)
    const many = await ability('suspend-sites', { all_sites: true }, headers)
    expect(many.body.code).toMatch(/svc_plan_too_large|svc_invalid_input/)
  })

  it('with the tier never, or for one effect only', async () => {
    await rest('POST /tags/add', { name: 'Old' })
    const never = await createAgent({ changeTier: 'never', destroyTier: 'ask' })
    expect((await rest('POST /tags/add', { name: 'A' }, never.headers)).body.code).toBe('svc_permission_denied')
    expect((await rest('DELETE /tags/1/remove', undefined, never.headers)).body.code).toBe('svc_approval_required')
    const half = await createAgent({ changeTier: 'automatic', destroyTier: 'ask' })
    expect((await rest('POST /tags/add', { name: 'A' }, half.headers)).status).toBe(200)
    expect((await rest('DELETE /tags/1/remove', undefined, half.headers)).status).toBe(403)
  })
})

describe('the tiers of a key', () => {
  it('are automatic unless the key is for an agent', async () => {
    const { headers } = await signInAs(fixture.service, fixture.people.administrator)
    const add = async (payload: object) => (await send('POST', '/rest-api/add-key', payload, headers)).body.data
    expect(await add({})).toMatchObject({ change_tier: 'automatic', destroy_tier: 'automatic' })
    expect(await add({ for_agent: true })).toMatchObject({ change_tier: 'ask', destroy_tier: 'ask' })
    expect(await add({ for_agent: true, destroy_tier: 'never' })).toMatchObject({
      change_tier: 'ask',
      destroy_tier: 'never',
    })
  })

  it('are loosened only by a person with a fresh factor, never by a key or a stored password', async () => {
    const { administrator } = fixture.people
    const agent = await createAgent()
    const loosen = (headers: Record<string, string>, more = {}) =>
      send('PUT', `/rest-api/edit-key/${agent.id}`, { change_tier: 'automatic', ...more }, headers)
    const { headers } = await signInAs(fixture.service, administrator)
    const payload = { name: 'script', current_password: administrator.password }
    const made = await send('POST', '/access/me/application-passwords', payload, headers)
    const stored = `Basic ${Buffer.from(`${administrator.login}:${made.body.data.password}`).toString('base64')}`
    for (const credentials of [administrator.headers, administrator.basic, { authorization: stored }]) {
      expect((await loosen(credentials)).body.code).toBe('svc_permission_denied')
      expect((await loosen(credentials, { dry_run: true })).body.code).toBe('svc_permission_denied')
    }
    expect((await loosen(agent.headers)).body.code).toBe('svc_permission_denied')
    fixture.service.clock.advance(11 * minute)
    expect((await loosen(headers)).body.code).toBe('svc_identity_confirmation_required')
    expect((await loosen((await signInAs(fixture.service, administrator)).headers)).body.data.change_tier).toBe(
      'automatic',
    )
    // Stricter is always allowed.
    expect((await loosen(administrator.headers, { change_tier: 'never' })).status).toBe(200)
  })

  it('cannot be avoided with a new key or a user', async () => {
    const { headers } = await createAgent()
    const approver = await createApprover()
    const make = (more = {}) => rest('POST /rest-api/add-key', { scopes: ['read', 'write'], ...more }, headers)
    expect((await make({ change_tier: 'automatic' })).body.code).toBe('svc_permission_denied')
    await approve((await make()).body.data.approval_id, approver)
    expect((await make()).body.data).toMatchObject({ change_tier: 'ask', destroy_tier: 'ask' })
    const user = { login: 'grace', password: 'a long pass phrase', email: 'g@one.example' }
    expect((await rest('POST /access/users/add', user, headers)).body.code).toBe('svc_permission_denied')
  })
})

it('every operation that changes something has a plan to approve', () => {
  expect(operations.filter(({ effect, plan }) => effect !== 'read' && !plan)).toEqual([])
})

const cost = { name: 'Hosting', price: 25.5, sites: [1] }
