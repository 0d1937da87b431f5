import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addresses, operations } from '../catalogue.ts'
import type { Operation } from '../operation/operation.ts'
import { type People, type SignedIn, seedPeople, signInAs } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type EveryCall, everyCall, exampleInput, type Fields } from './testing/every-call.ts'
import { oneOfEach } from './testing/one-of-each.ts'

let service: TestService
let people: People
let session: SignedIn
/** The headers of a key whose changes need approval. */
let agent: Record<string, string>
beforeAll(async () => {
  // Nothing is sent in a dry run; without these settings some operations are off.
  const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'flotilla@example.com' }
  service = await startTestService({ mail, publicUrl: 'https://fleet.example' })
  people = await seedPeople(service)
  session = await signInAs(service, people.administrator)
  await service.db.pool.query(oneOfEach)
  const { output } = await service.app.run('add-key', { ...everyScope, user_id: people.administrator.id })
  // Of the output of add-key, the calls need the token.
  agent = { authorization: `Bearer ${(output as { token: string }).token}` }
})
afterAll(() => service.close())

const everyScope = { scopes: ['read', 'write', 'delete'], for_agent: true }
const october = { start_date: '2026-10-01', end_date: '2026-10-31', to: ['ada@example.com'] }

async function invitation(): Promise<Fields> {
  const { db } = service
  const times = { created_at: new Date(0), expires_at: new Date(0) }
  const invited = { email: 'invited@example.com', role: 'viewer' as const, invited_by: people.administrator.id }
  const values = { ...invited, ...times, token_hash: 'hash' }
  await db.deleteFrom('invitations').execute()
  return db.insertInto('invitations').values(values).returning('id').executeTakeFirstOrThrow()
}

/** Input for operations for which generated input would match nothing. */
const inputs: Record<string, () => Fields | Promise<Fields>> = {
  'edit-post': () => ({ site_id_or_domain: 1, post_id: 1, post_title: 'New' }),
  'edit-page': () => ({ site_id_or_domain: 1, post_id: 1, post_title: 'New' }),
  'edit-site-user': () => ({ site_id_or_domain: 1, user_id: 1, first_name: 'Ada' }),
  'create-site-users': () => ({ username: 'ada', email: 'ada@example.com', websites: [1] }),
  'set-admin-passwords': () => ({ password: 'correct horse', websites: [1] }),
  'import-site-users': () => ({ rows: [{ username: 'ada', email: 'ada@example.com' }], websites: [1] }),
  'add-site': () => ({ url: 'https://93.184.215.14', admin: 'ada' }),
  'import-sites': () => ({ rows: [{ url: 'https://new.example', admin: 'ada' }] }),
  'tag-sites': () => ({ site_ids_or_domains: [1], add: [1] }),
  'add-cost': () => ({ name: 'Hosting', price: 10, sites: [1] }),
  'import-costs': () => ({ csv: 'name,price,sites\nHosting,10,1' }),
  'import-clients': () => ({ csv: 'name\nHarbour' }),
  'email-site-report': () => ({ site_id_or_domain: 1, ...october }),
  'email-client-report': () => ({ client_id_or_email: 1, ...october }),
  'import-vulnerabilities': () => ({ feed: '[{"title":"A","type":"core","affected_versions":[{"to":"1"}]}]' }),
  'add-user': () => ({ login: 'newcomer' }),
  'update-mail-server': () => ({ host: 'mail.example', sender: 'care@northwind.example' }),
  'add-maintenance-window': () => ({
    title: 'Move',
    all_sites: true,
    ends_at: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
  }),
  'update-single-sign-on': () => ({ name: 'Harbour ID' }),
  'begin-identity-link': async () => {
    // The last administrator with a password cannot link the user.
    const another = { login: 'another', role: 'administrator' as const, password_hash: 'none', created_at: new Date(0) }
    await service.db
      .insertInto('users')
      .values(another)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { current_password: 'any' }
  },
  'import-users': () => ({ rows: [{ email: 'newcomer@example.com' }] }),
  'add-invitation': () => ({ email: 'newcomer@example.com' }),
  'resend-invitation': invitation,
  'revoke-invitation': invitation,
  'revoke-application-password': async () => {
    const options = {
      method: 'POST',
      url: '/api/v2/access/me/application-passwords',
      headers: session.headers,
    } as const
    const { body } = await service.request({
      ...options,
      payload: { name: 'a program', current_password: people.administrator.password },
    })
    return { id: body.data.application_password.id }
  },
  'revoke-user-application-password': async () => {
    const { id } = (await inputs['revoke-application-password']!()) as { id: number }
    return { id: people.administrator.id, application_password_id: id }
  },
  'update-webhook-endpoint': () => withWebhook(),
  'delete-webhook-endpoint': () => withWebhook(),
  'rotate-webhook-secret': () => withWebhook(),
  'test-webhook-endpoint': () => withWebhook(),
  'replay-webhook-deliveries': () => withWebhook(),
  'ignore-updates-everywhere': () => ({ type: 'plugin' }),
  'save-update-policy': () => ({ scope: 'site', site_id_or_domain: 1, rules: { patch: 'never' } }),
  'resume-rollout': () => ({ rollout_id: 2 }),
  'roll-back-rollout': () => ({ rollout_id: 2 }),
  'reopen-incident': async () => {
    await service.db.pool.query(
      `insert into incident_handling (incident_id, resolved_at, resolved_by, changed_at) values (1, now(), 'ada', now())
         on conflict do nothing`,
    )
    return { incident_id: 1 }
  },
  'fix-vulnerability': () => ({ vulnerability_id: 1 }),
  'deactivate-affected-plugins': () => ({ vulnerability_id: 1 }),
  'delete-affected-software': () => ({ vulnerability_id: 1 }),
  'replace-affected-plugin': () => ({ vulnerability_id: 1, replacement: 'forms' }),
  'accept-vulnerability': () => ({
    vulnerability_id: 1,
    reason: 'Not reachable',
    ends_on: service.clock.now().toISOString().slice(0, 10),
  }),
  'run-rollout-step': () => ({ rollout_id: 1, position: 0 }),
  'create-rollout': async () => {
    await service.db.pool.query(
      `update sites set connection = 'connected' where id = 1;
       insert into site_updates (site_id, first_seen_at, type, slug, name, current_version, new_version, step)
         values (1, now(), 'plugin', 'shop/shop.php', 'Shop', '1.0', '1.1', 'minor') on conflict do nothing`,
    )
    return { specific_items: ['shop/shop.php'] }
  },
  'update-user': () => ({ id: people.viewer.id, role: 'manager' }),
  'delete-user': () => ({ id: people.viewer.id }),
  'transfer-user': () => ({ id: people.viewer.id, transfer_to: people.manager.id }),
  'end-user-sessions': () => ({ id: people.viewer.id }),
  'update-key': () => ({ id: people.keys.read.id, description: 'renamed' }),
  'delete-key': () => ({ id: people.keys.read.id }),
  'delete-export-script': async () => {
    const options = { method: 'POST', url: '/api/v2/move-in/scripts', headers: session.headers, payload: {} } as const
    return { script_id: (await service.request(options)).body.data.script_id }
  },
  'approve-call': async () => ({ ...exampleInput(operationNamed('approve-call')), ...(await withApproval()) }),
  'refuse-call': () => withApproval(),
  'confirm-key-login': async () => {
    const payload = { name: 'laptop' }
    const { body } = await service.request({ method: 'POST', url: '/api/v2/access/key-logins', payload })
    return { code: body.data.user_code }
  },
  'rename-passkey': async () => ({ ...(await withPasskey()), name: 'Work laptop' }),
  'delete-passkey': () => withPasskey(),
  'update-role': async () => ({ ...(await withRole()), name: 'Editors' }),
  'delete-role': () => withRole(),
  'start-totp': () => withTotp(null),
  'confirm-totp': () => withTotp({ confirmed_at: null }),
  'remove-totp': () => withTotp({ confirmed_at: new Date() }),
  'replace-recovery-codes': () => withTotp({ confirmed_at: new Date() }),
  'add-export-part': () => ({
    script_id: '0123456789abcdef',
    part: 0,
    lines: 'flotilla-export-1 0123456789abcdef AA== AA==',
  }),
  'accept-move-in': async () => {
    const { rows } = await service.db.pool.query<{ id: number }>(
      `insert into move_ins (script_id, state, created_by, created_at) values ('0', 'received', 'ada', now())
       on conflict (script_id) do update set state = 'received' returning id`,
    )
    return { move_in_id: Number(rows[0]!.id) }
  },
  'take-over-sites': async () => {
    await service.db.pool.query(
      `insert into moved_sites (site_id, source, old_id, imported_key, moved_at)
       select id, '', id, encode(sha256(convert_to(coalesce(public_key, ''), 'UTF8')), 'hex'), now() from sites where id = 1
       on conflict do nothing`,
    )
    return { site_ids_or_domains: [1] }
  },
  'make-parity-report': async () => {
    await service.db.pool.query(
      `insert into move_in_facts (source, kind, old_id, fields, stored_at) values ('https://old.example', 'tag', 1, '{}', now())
       on conflict do nothing`,
    )
    return {}
  },
  'read-dump': async () => {
    const { rows } = await service.db.pool.query<{ id: number }>(
      `with stored as (insert into move_ins (script_id, state, created_by, created_at) values ('dump-0', 'receiving', 'ada', now())
         on conflict (script_id) do update set state = 'receiving' returning id)
       insert into move_in_dump_parts (move_in_id, file, part, content, is_last) select id, 'dump', 0, '', true from stored
       on conflict (move_in_id, file, part) do update set is_last = true returning move_in_id as id`,
    )
    return { move_in_id: Number(rows[0]!.id) }
  },
  'plan-bulk-action': () => ({ action: 'check', site_ids_or_domains: [1] }),
  'run-bulk-action': async () => {
    const payload = { action: 'check', site_ids_or_domains: [1] }
    const options = { method: 'POST', url: '/api/v2/bulk/plans', headers: session.headers, payload } as const
    return { plan_id: (await service.request(options)).body.data.plan_id }
  },
  'save-view': () => ({ name: 'Shops' }),
  'snooze-inbox-item': async () => ({ ...(await withPausedRollout()), until: null }),
  'assign-inbox-item': async () => ({ ...(await withPausedRollout()), user: null }),
  'delete-view': async () => {
    const payload = { name: `View ${crypto.randomUUID()}` }
    const options = { method: 'POST', url: '/api/v2/views/save', headers: session.headers, payload } as const
    return { view_id: (await service.request(options)).body.data.id }
  },
  'take-over-site': () => ({ site_id: 1 }),
  'end-session': async () => ({
    id: (await service.request({ url: '/api/v2/access/sessions', headers: session.headers })).body.data[0].id,
  }),
}

async function withPausedRollout(): Promise<Fields> {
  const { rows } = await service.db.pool.query<{ id: number }>(
    `insert into rollouts (id, name, status, actor, user_name, created_at, starts_at) overriding system value
     values ((select coalesce(max(id), 0) + 1 from rollouts), 'Shops', 'paused', '{}', 'ada', now(), now()) returning id`,
  )
  return { kind: 'rollout-paused', item_id: `${rows[0]!.id} 0 ` }
}

async function withWebhook() {
  const { output } = await service.app.run('add-webhook-endpoint', { url: 'http://127.0.0.1:9009/' })
  // The output of add-webhook-endpoint.
  return { id: (output as { id: number }).id }
}

async function withRole(): Promise<Fields> {
  const permissions = ['sites.read']
  const { output } = await service.app.run('add-role', { name: `Role ${crypto.randomUUID()}`, permissions })
  // Of the record that add-role returns, the input needs the id.
  return { id: (output as { id: number }).id }
}

const operationNamed = (wanted: string): Operation => operations.find(({ name }) => name === wanted)!

/** A call of a key for an agent that waits for a decision. */
async function withApproval(): Promise<Fields> {
  const { output } = await service.app.run('add-key', { scopes: ['read', 'write'], for_agent: true })
  // Of the output of add-key, the call needs the token.
  const headers = { authorization: `Bearer ${(output as { token: string }).token}` }
  const request = { method: 'POST', url: '/api/v2/tags/add', headers, payload: { name: 'Asked for' } } as const
  return { approval_id: (await service.request(request)).body.data.approval_id }
}

async function withPasskey(): Promise<Fields> {
  const { id } = await service.db
    .insertInto('passkeys')
    .values({
      user_id: people.administrator.id,
      credential_id: crypto.randomUUID(),
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      name: 'Laptop',
      created_at: new Date(),
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id }
}

async function withTotp(row: { confirmed_at: Date | null } | null): Promise<Fields> {
  const user_id = people.administrator.id
  await service.db.deleteFrom('totp_factors').execute()
  if (!row) return {}
  await service.db
    .insertInto('totp_factors')
    .values({ user_id, secret: 'sealed', created_at: new Date(), ...row })
    .execute()
  return { code: '123456' }
}

/** Operations that cannot be tested here, each with the reason. */
const skipped: Record<string, string> = {
  'import-site': 'has no address: only the job of an import runs it',
  'send-new-device-mail': 'has no address: a sign-in queues it',
  'reset-user-factors': 'has no address: only the command line runs it',
  'send-move-mail': 'has no address: imports and exports queue it',
  'check-moved-site': 'has no address: only the job of a move runs it',
  'receive-vulnerability-webhook': 'takes a signed body as it is, which has no place for dry_run',
}

const changing = operations.filter(({ effect }) => effect !== 'read')
const calls = everyCall(operations, addresses).filter(({ operation }) => operation.effect !== 'read')

it.each(
  calls
    .filter(({ operation }) => !(operation.name in skipped))
    .map((call) => [`${call.method} ${call.path}`, call] as const),
)('a dry run of %s returns a plan and changes nothing', async (_, call) => {
  const input = await inputFor(call.operation)
  const before = await snapshot(countsOfGuesses)
  const answer = await send(call, input)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"dry_run":true')])
  const plan = call.surface === 'rest' ? answer.body.data : answer.body
  expect(plan).toMatchObject({
    would_affect: expect.any(Array),
    count: expect.any(Number),
    warnings: expect.any(Array),
  })
  expect(await snapshot(countsOfGuesses)).toBe(before)
  // Otherwise an approval of it could never be used: the plan is made again and compared.
  const again = await send(call, input)
  expect(call.surface === 'rest' ? again.body.data : again.body).toEqual(plan)
})

it.each(
  calls
    .filter(({ operation }) => !(operation.name in skipped) && operation.permission !== 'public')
    .map((call) => [`${call.method} ${call.path}`, call] as const),
)('a key for an agent cannot change anything with %s', async (_, call) => {
  const input = await inputFor(call.operation)
  // A key has few requests at a time.
  await service.db.deleteFrom('approvals').execute()
  const before = await snapshot(tracesOfRequests)
  const { status, text } = await send(call, input, agent, { confirm: true })
  if (call.operation.needsApproval === false) return expect(keptForApproval).toContain(call.operation.name)
  expect([403, 404, 409]).toContain(status)
  expect(await snapshot(tracesOfRequests)).toBe(before)
  if (text.includes('_approval_required')) askedFor.add(call.operation.name)
})

it('most of these calls ask for approval; the others are not for keys', () => {
  expect(askedFor.size).toBeGreaterThan(150)
})

const askedFor = new Set<string>()

/** These store only what a later call runs, with approval. */
const keptForApproval = ['plan-bulk-action']
/** A dry run tells whether a code is right, so it is a guess, too. */
const countsOfGuesses = /^failed_guesses$/
/** What asking for approval stores. */
const tracesOfRequests = /^(approvals|events\w*|event_\w+|api_key_\w+)$/

it('the tables above name existing operations that change something', () => {
  const names = changing.map(({ name }) => name)
  expect([...Object.keys(skipped), ...Object.keys(inputs)].filter((name) => !names.includes(name))).toEqual([])
})

it('the comparison detects a change', async () => {
  const before = await snapshot()
  await service.app.run('switch-module', { name: 'logs', active: false })
  expect(await snapshot()).not.toBe(before)
})

async function inputFor(operation: Operation): Promise<Fields> {
  return (await inputs[operation.name]?.()) ?? exampleInput(operation)
}

function send(
  call: EveryCall,
  input: Fields,
  headers: Record<string, string> = session.headers,
  guards: Fields = { dry_run: true },
) {
  const given = call.takesBody
    ? { url: call.url(input), payload: call.body({ ...input, ...guards }) }
    : { url: call.url(input, { ...input, ...guards }) }
  return service.request({ method: call.method, headers, ...given })
}

const nothing = /^$/
/** Queries for all stored data except the audit trail and the last-seen times, by the tables they leave out. */
const queries = new Map<RegExp, Promise<{ name: string; text: string }>>()

/** One query for all tables. */
async function queryOf(except: RegExp): Promise<{ name: string; text: string }> {
  const { rows: stored } = await service.db.pool.query<{ name: string; traces: string[] }>(
    `select pg_class.oid::regclass::text as name, array(
         select attname::text from pg_attribute where attrelid = pg_class.oid and attname ~ '^last_(used|seen)') as traces
       from pg_class join pg_namespace as schema on schema.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and (
         (nspname = 'public' and relname not like 'audit%') or (nspname = 'queue' and relname like 'job%'))`,
  )
  const text = stored
    .filter(({ name }) => !except.test(name))
    .map(({ name, traces }) => `select '${name} ' || (to_jsonb(t) - '{${traces}}'::text[])::text as row from ${name} t`)
    .join(' union all ')
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 60), text }
}

/** Every row as a line of text, which is faster to compare than objects. */
async function snapshot(except = nothing): Promise<string> {
  const query = queries.get(except) ?? queryOf(except)
  queries.set(except, query)
  const { rows } = await service.db.pool.query<{ row: string }>(await query)
  // The order changes when the time of the last use is stored.
  return rows
    .map(({ row }) => row)
    .sort()
    .join('\n')
}
