import { describe, expect, it } from 'vitest'
import { addresses, operations } from './catalogue.ts'
import { cachedGroups } from './domain/settings/all-groups.ts'
import { credentialRuleOf, credentialRules, credentialSettings } from './operation/credential-rules.ts'
import type { JsonSchema } from './operation/json-schema.ts'
import type { Operation } from './operation/operation.ts'
import type { Permission } from './operation/permissions.ts'
import { everyCall, exampleInput } from './surfaces/testing/every-call.ts'
import { callers } from './testing/callers.ts'
import { settingsWithoutCredentials, withoutCredentials } from './testing/credential-exceptions.ts'
import { setUpService, signInAs } from './testing/people.ts'
import { dataOfEvents } from './testing/published-events.ts'

const calls = everyCall(operations, addresses)
const isOffered = (operation: Operation) => calls.some((call) => call.operation === operation)

/** Permissions that are about access, about settings of everyone, or that everyone has. */
const telling: readonly Permission[] = [
  'access.manage',
  'access.read',
  'settings.manage',
  'own',
  'public',
  'client-data.manage',
  'move-in.manage',
  'users.manage',
]
const tellingName =
  /password|secret|token|passkey|totp|recovery_code|api_key|login_url|session|second_factor|sender|redirect_uri|credential|private_key/

function namesIn({ properties = {}, items, anyOf = [], oneOf = [], allOf = [] }: JsonSchema): string[] {
  const inner = [items, ...anyOf, ...oneOf, ...allOf].flatMap((each) => (each ? namesIn(each as JsonSchema) : []))
  return [...inner, ...Object.entries(properties).flatMap(([name, each]) => [name, ...namesIn(each as JsonSchema)])]
}

/** Operations that callers reach and that may touch a credential: someone must have decided. */
const mayTouchCredentials = (operation: Operation) =>
  isOffered(operation) &&
  ((operation.effect !== 'read' && telling.includes(operation.permission)) ||
    [operation.inputSchema, operation.outputSchema].flatMap(namesIn).some((name) => tellingName.test(name)))

const exceptions = Object.values(withoutCredentials).flat()

describe('the table of operations that touch credentials', () => {
  it('has a row, or a reason why none is needed, for every operation that may be one', () => {
    const undecided = operations.filter(
      (operation) =>
        mayTouchCredentials(operation) && !credentialRuleOf(operation.name) && !exceptions.includes(operation.name),
    )
    expect(undecided.map(({ name }) => name)).toEqual([])
  })

  it('has no row of an operation that does not exist, and none twice', () => {
    const names = [...Object.keys(credentialRules), ...exceptions]
    expect(names.filter((name) => !operations.some((operation) => operation.name === name))).toEqual([])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('says what the definitions say', () => {
    const rows = Object.entries(credentialRules).map(([name, { permission, stepUp }]) => ({ name, permission, stepUp }))
    const defined = rows.map(({ name }) => {
      const { permission, stepUp = false } = operations.find((operation) => operation.name === name)!
      return { name, permission, stepUp }
    })
    expect(rows).toEqual(defined)
  })

  it('has a row, or a reason, for every setting', () => {
    const undecided = cachedGroups.flatMap(({ name, settings }) => {
      const { names = [] } = settingsWithoutCredentials[name.replace(/\/.*/, '/*')] ?? {}
      return Object.keys(settings).filter(
        (key) => Object.hasOwn(credentialSettings, `${name}.${key}`) === names.includes(key),
      )
    })
    expect(undecided).toEqual([])
  })
})

const fixture = setUpService()
const { rest } = callers(fixture)
const forPersons = Object.entries(credentialRules).flatMap(([name, { person }]) => (person ? [name] : []))

it('keys with every right and stored passwords run no operation that needs a person', async () => {
  const { administrator, keys } = fixture.people
  for (const call of calls.filter(({ operation }) => forPersons.includes(operation.name))) {
    const input = exampleInput(call.operation)
    for (const { headers } of [{ headers: administrator.basic }, keys.full, keys.expiring]) {
      const answer = await fixture.service.request({
        method: call.method,
        url: call.url(input),
        headers,
        payload: call.body({ ...input, confirm: true }),
      })
      expect([call.operation.name, answer.status, answer.body.code]).toEqual([
        call.operation.name,
        403,
        'svc_permission_denied',
      ])
    }
  }
})

describe('settings that protect access', () => {
  it('keys change everything of a group but these, and may send them back unchanged', async () => {
    const { expiring } = fixture.people.keys
    const weakened = { svc_rest_credentials_in_query: 1, svc_maximum_requests: 40 }
    for (const dry_run of [true, false]) {
      const refused = await rest('PUT /settings/advanced/edit', { ...weakened, dry_run }, expiring.headers)
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('svc_rest_credentials')])
    }
    const { body } = await rest('GET /settings/advanced')
    const changed = { ...body.data, svc_maximum_requests: 40 }
    expect((await rest('PUT /settings/advanced/edit', changed, expiring.headers)).status).toBe(200)
    const after = (await rest('GET /settings/advanced')).body.data
    expect([after.svc_rest_credentials_in_query, after.svc_maximum_requests]).toEqual([0, 40])
  })

  it('a key weakens neither the second factor nor the length of sessions', async () => {
    const weak = { second_factor_for: 'none', session_max_days: 90 }
    const { status } = await rest('PUT /settings/sign-in/edit', weak, fixture.people.keys.expiring.headers)
    expect(status).toBe(403)
  })

  it('an administrator changes them with a fresh password, and the administrators are notified', async () => {
    const { headers } = await signInAs(fixture.service, fixture.people.administrator)
    const input = { svc_rest_credentials_in_query: 1 }
    expect((await rest('PUT /settings/advanced/edit', input, headers)).status).toBe(200)
    expect((await rest('PUT /settings/sign-in/edit', { session_max_days: 30 }, headers)).status).toBe(200)
    expect(await dataOfEvents(fixture.service.db, 'access.protection_changed')).toEqual([
      { protection: 'query-credentials', what: 'Credentials in addresses', by: 'ada' },
      { protection: 'sign-in', what: 'The sign-in settings', by: 'ada' },
    ])
    fixture.service.clock.advance(11 * 60_000)
    const stale = await rest('PUT /settings/advanced/edit', { svc_rest_credentials_in_query: 0 }, headers)
    expect([stale.status, stale.body.code]).toEqual([403, 'svc_identity_confirmation_required'])
  })
})
