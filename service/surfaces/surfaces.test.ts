import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, operations } from '../catalogue.ts'
import type { Address } from '../operation/address.ts'
import type { Operation } from '../operation/operation.ts'
import { seedPeople, signInAs } from '../testing/people.ts'
import { startTestService } from '../testing/test-service.ts'
import { type EveryCall, everyCall, exampleInput, type Method, refuses } from './testing/every-call.ts'
import { sampleCatalogue } from './testing/sample-catalogue.ts'
import { credentialsOf, openSampleServer } from './testing/sample-server.ts'

type Headers = Record<string, string>

const takesRawBody = (address: Address) => address.kind === 'route' && address.options.rawBody !== undefined

interface Fixture {
  operations: readonly Operation[]
  addresses: readonly Address[]
  /** A signed-in administrator with all rights, and callers with fewer rights. */
  administrator: Headers
  viewer: Headers
  readKey: Headers
  writeKey: Headers
  inject(options: InjectOptions): Promise<{ statusCode: number; headers: Record<string, unknown>; payload: string }>
  close(): Promise<unknown>
}

async function openCatalogue(): Promise<Fixture> {
  const service = await startTestService()
  const people = await seedPeople(service)
  return {
    operations,
    addresses,
    administrator: (await signInAs(service, people.administrator)).headers,
    viewer: people.viewer.headers,
    readKey: people.keys.read.headers,
    writeKey: people.keys.write.headers,
    inject: (options) => service.app.server.inject(options),
    close: () => service.close(),
  }
}

async function openSample(): Promise<Fixture> {
  const server = await openSampleServer()
  return {
    ...sampleCatalogue,
    administrator: credentialsOf('administrator'),
    viewer: credentialsOf('viewer'),
    readKey: credentialsOf('read key'),
    writeKey: credentialsOf('write key'),
    inject: (options) => server.inject(options),
    close: () => server.close(),
  }
}

/** Rules for every operation are tested on every operation here. */
describe.each([
  ['the catalogue', openCatalogue],
  ['a sample of every trait', openSample],
])('%s', (_, open) => {
  let fixture: Fixture
  let calls: EveryCall[]
  beforeAll(async () => {
    fixture = await open()
    // A signed body is refused with 401 before it is read: the test of its operation sends such bodies.
    const signed = new Set(fixture.addresses.filter(takesRawBody).map(({ operation }) => operation.name))
    calls = everyCall(fixture.operations, fixture.addresses).filter(({ operation }) => !signed.has(operation.name))
  })
  afterAll(() => fixture.close())

  const guarded = () => calls.filter(({ operation }) => operation.permission !== 'public')
  const changing = () => guarded().filter(({ operation }) => operation.effect !== 'read')
  const withBody = () => calls.filter(({ takesBody }) => takesBody)

  async function send(call: EveryCall, headers: Headers, options: InjectOptions = {}) {
    return answerOf(
      call,
      await fixture.inject({
        method: call.method,
        url: call.url(),
        ...options,
        headers: { ...headers, ...options.headers },
      }),
    )
  }
  const sendText = (call: EveryCall, headers: Headers, payload: string, type = 'application/json') =>
    send(call, headers, { payload, headers: { 'content-type': type } })

  describe('without credentials', () => {
    it('every route and ability returns the same 401', async () => {
      const answers = await Promise.all(guarded().map((call) => send(call, {})))
      expectAll(answers, 401, 'svc_unauthorized')
      expect(
        new Set(answers.filter(({ surface }) => surface === 'rest').map(({ text }) => text)).size,
      ).toBeLessThanOrEqual(1)
      expect(answers.every(({ headers }) => String(headers['www-authenticate']).includes('Basic'))).toBe(true)
    })

    it('a wrong method, a wrong address, an extra slash, an alias and a broken body return 401, too', async () => {
      const call = guarded().find(({ surface }) => surface === 'rest')!
      const usual = await fixture.inject({ method: call.method, url: call.url() })
      const odd: InjectOptions[] = [
        { method: 'PATCH', url: '/api/v2/no/such/route' },
        { method: 'OPTIONS', url: call.url() },
        ...(['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => ({ method, url: call.url() })),
        { method: call.method, url: `${call.url()}/` },
        { method: 'POST', url: '/api/v2/batch', payload: '{"broken', headers: { 'content-type': 'application/json' } },
        {
          method: 'POST',
          url: '/api/v2/batch',
          payload: 'x'.repeat(10_000_000),
          headers: { 'content-type': 'text/plain' },
        },
      ]
      for (const options of odd) {
        const answer = await fixture.inject(options)
        expect([options, answer.statusCode]).toEqual([options, 401])
        expect(answer.payload).toBe(usual.payload)
      }
      const theirs = ['/wp-json/mainwp/v2/sites', '/wp-json/mainwp/v2/no/such/route', '/wp-json/mainwp/v1/sites']
      for (const url of [...theirs, call.url().replace('/api/v2', '/wp-json/mainwp/v2')]) {
        const answer = await fixture.inject({ method: call.method, url })
        expect([url, answer.statusCode, JSON.parse(answer.payload).code]).toEqual([
          url,
          401,
          'mainwp_rest_authentication_error',
        ])
      }
    })

    it.each([
      '/api/openapi.json',
      '/api/docs',
      '/api/v1/abilities',
      '/api/v1/categories',
      '/api/v2/batch',
      '/api/v2',
      '/metrics',
      '/api',
    ])('%s returns 401', async (url) => {
      expect((await fixture.inject({ url })).statusCode).toBe(401)
    })

    it('only public operations run', async () => {
      const open = calls.filter(({ operation }) => operation.permission === 'public')
      const sendUnknownField = (call: EveryCall) =>
        send(
          call,
          {},
          call.method === 'GET' ? { url: `${call.url()}?no_such_field=1` } : { payload: { no_such_field: 1 } },
        )
      for (const answer of await Promise.all(open.map(sendUnknownField))) {
        expect([answer.name, answer.status]).toEqual([answer.name, 400])
      }
    })
  })

  describe('unknown addresses', () => {
    it('return 404 with credentials', async () => {
      const route = await fixture.inject({ url: '/api/v2/no/such/route', headers: fixture.readKey })
      expect(JSON.parse(route.payload)).toMatchObject({ success: 0, code: 'svc_no_route', data: { status: 404 } })
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const ability = await fixture.inject({
          method,
          url: '/api/v1/abilities/svc/no-such-thing-v1/run',
          headers: fixture.readKey,
        })
        expect(JSON.parse(ability.payload)).toMatchObject({ code: 'svc_ability_not_found', data: { status: 404 } })
      }
    })

    it('return 404 with any input', async () => {
      for (const url of ['/api/v2/no/such/route', '/api/v1/abilities/svc/no-such-thing-v1/run', '/api/v1/nothing']) {
        for (const [type, payload] of [
          ['application/json', '{"broken'],
          ['application/json', 'x'.repeat(10_000_000)],
          ['text/plain', 'x'],
        ] as const) {
          const headers = { ...fixture.readKey, 'content-type': type }
          const answer = await fixture.inject({ method: 'POST', url, headers, payload })
          expect([url, type, answer.statusCode]).toEqual([url, type, 404])
        }
      }
    })

    it('a wrong method returns 405 with the right ones, for every caller', async () => {
      const wrong = calls.flatMap((call) =>
        (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as Method[])
          .filter((method) => !call.allowed.includes(method))
          .map((method) => ({ ...call, method })),
      )
      const answers = await Promise.all(
        wrong.map(async (call) => ({ call, answer: await send(call, fixture.readKey) })),
      )
      const actual = answers.map(({ call, answer }) => [
        answer.name,
        answer.status,
        list(answer.headers.allow),
        call.method,
      ])
      expect(actual).toEqual(
        answers.map(({ call, answer }) => [answer.name, 405, [...call.allowed].sort(), call.method]),
      )
    })

    it('an unsupported method returns 405 as well', async () => {
      for (const call of [
        calls.find(({ surface }) => surface === 'rest')!,
        calls.find(({ surface }) => surface === 'ability')!,
      ]) {
        for (const method of ['OPTIONS', 'TRACE']) {
          const options = { method, url: call.url(), headers: fixture.readKey } as InjectOptions
          const answer = await fixture.inject(options)
          expect([method, answer.statusCode, list(answer.headers.allow)]).toEqual([
            method,
            405,
            [...call.allowed].sort(),
          ])
        }
      }
    })

    it.each([
      '/api/openapi.json',
      '/api/docs',
      '/api/v1/abilities',
      '/api/v1/categories',
      '/api/v1/categories/svc-sites',
    ])('%s is read-only', async (url) => {
      const answer = await fixture.inject({ method: 'POST', url, headers: fixture.administrator })
      expect(answer.statusCode).toBe(405)
      expect(list(answer.headers.allow)).toEqual(['GET', 'HEAD'])
    })
  })

  describe('permission', () => {
    it('a key with the read scope changes nothing and is refused before its body is read', async () => {
      expectAll(
        await Promise.all(changing().map((call) => sendText(call, fixture.readKey, '{"broken'))),
        403,
        'svc_permission_denied',
      )
    })

    it('a viewer changes only their own account', async () => {
      const others = changing().filter(({ operation }) => operation.permission !== 'own')
      expectAll(
        await Promise.all(others.map((call) => sendText(call, fixture.viewer, '{"broken'))),
        403,
        'svc_permission_denied',
      )
    })

    it('a key without the delete scope destroys nothing', async () => {
      const destroying = changing().filter(({ operation }) => operation.effect === 'destroy')
      expect(destroying.length).toBeGreaterThan(0)
      expectAll(
        await Promise.all(destroying.map((call) => sendText(call, fixture.writeKey, '{"broken'))),
        403,
        'svc_permission_denied',
      )
    })

    it('every item of a batch needs the permission', async () => {
      const keys = fixture.addresses.filter(({ kind, operation }) => kind === 'batch' && operation.effect !== 'read')
      for (const { group, action } of keys as { group: string; action: string }[]) {
        for (const [url, payload] of [
          ['/api/v2/batch', { [group]: { [action]: [1] } }],
          [`/api/v2/${group}/batch`, { [action]: [1] }],
        ] as const) {
          const answer = await fixture.inject({ method: 'POST', url, headers: fixture.readKey, payload })
          expect(answer.payload).toContain('"code":"svc_permission_denied"')
          expect(answer.payload).not.toContain('"success":1')
        }
      }
    })
  })

  describe('input', () => {
    it('an unknown field is refused by name, in the query and in the body', async () => {
      const strange = { no_such_field: 1 }
      const inBody = withBody().map((call) => send(call, fixture.administrator, { payload: call.body(strange) }))
      const inQuery = calls
        .filter(({ method, surface }) => method !== 'HEAD' && (surface === 'rest' || method !== 'POST'))
        .map((call) => send(call, fixture.administrator, { url: call.url(undefined, strange) }))
      const answers = await Promise.all([...inBody, ...inQuery])
      expectAll(answers, 400, 'svc_invalid_input')
      expect(
        answers.filter(({ text }) => !Object.keys(JSON.parse(text).data.params).includes('no_such_field')),
      ).toEqual([])
    })

    it('a value of the wrong type is refused with its field', async () => {
      const tries = calls.flatMap((call) => {
        const wrong = call.takesBody ? { nonsense: { deep: [1] } } : '\u0001 nonsense'
        return Object.entries(call.fields)
          .filter(([, field]) => call.method !== 'HEAD' && refuses(call.operation, field, wrong))
          .map(async ([name, field]) => {
            const options = call.takesBody
              ? { payload: call.body({ ...exampleInput(call.operation), [name]: wrong }) }
              : { url: call.url(undefined, { [name]: wrong }) }
            return { name, field, answer: await send(call, fixture.administrator, options) }
          })
      })
      const answers = await Promise.all(tries)
      expect(answers.length).toBeGreaterThan(0)
      expectAll(
        answers.map(({ answer }) => answer),
        400,
        'svc_invalid_input',
      )
      const unnamed = answers.filter(
        // REST names the field as it was sent, abilities name it as the operation does.
        ({ name, field, answer }) =>
          !Object.keys(JSON.parse(answer.text).data.params).some(
            (refused) => refused.startsWith(field) || refused.startsWith(name),
          ),
      )
      expect(unnamed.map(({ field, answer }) => `${answer.name}: ${field}: ${answer.text}`)).toEqual([])
    })

    // `reason`: that of the refusal, which is not an unknown field.
    const deep = `{"input": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    const large = `{"input": "${'x'.repeat(10_000_000)}"}`
    it.each([
      { name: 'a body that is not JSON', payload: '{"broken', reason: 'not valid JSON' },
      { name: 'a body that is no object', payload: '[1, 2]', reason: 'send a JSON object' },
      { name: 'a poisoned body', payload: '{"__proto__": {"admin": true}}', reason: 'cannot be read' },
      { name: 'a body poisoned deeper', payload: '{"input": {"a": {"__proto__": {}}}}', reason: 'cannot be read' },
      { name: 'a poisoned constructor', payload: '{"constructor": {"prototype": {}}}', reason: 'cannot be read' },
      { name: 'a bottomless body', payload: deep, reason: 'levels deep' },
      { name: 'a body of 10 MB', payload: large, reason: 'larger than', status: 413, code: 'svc_request_too_large' },
      {
        name: 'plain text',
        payload: 'hello',
        reason: 'send application/json',
        type: 'text/plain',
        status: 415,
        code: 'svc_unsupported_media_type',
      },
    ])(
      '$name is refused by all',
      async ({ payload, reason, type = 'application/json', status = 400, code = 'svc_invalid_input' }) => {
        for (const call of withBody()) {
          const answer = await sendText(call, fixture.administrator, payload, type)
          expectAll([answer], status, code)
          expect(`${answer.name}: ${JSON.parse(answer.text).message}`).toContain(reason)
        }
      },
    )

    it('no ability ignores input in the wrong part, such as a dry_run', async () => {
      const abilities = calls.filter(
        ({ surface, method }) => surface === 'ability' && method !== 'HEAD' && method !== 'GET',
      )
      const answers = abilities.flatMap((call) => {
        const input = exampleInput(call.operation)
        if (!call.takesBody) {
          const url = call.url(undefined, { ...input, confirm: true })
          return [send(call, fixture.administrator, { url, payload: call.body({ dry_run: true }) })]
        }
        return ['dry_run=true', 'input[dry_run]=true'].map((query) =>
          send(call, fixture.administrator, {
            url: `${call.url()}?${query}`,
            payload: call.body({ ...input, ...(call.operation.effect === 'destroy' && { confirm: true }) }),
          }),
        )
      })
      const all = await Promise.all(answers)
      expectAll(all, 400, 'svc_invalid_input')
      expect(all.filter(({ text }) => !/in the (address|body)/.test(JSON.parse(text).message))).toEqual([])
    })

    it('a forbidden name in the query is refused by all', async () => {
      const reading = calls.filter(({ method }) => method === 'GET')
      const answers = reading.flatMap((call) =>
        ['__proto__[a]=1', 'input[__proto__][a]=1', 'input[constructor]=1'].map((query) =>
          send(call, fixture.administrator, { url: `${call.url()}?${query}` }),
        ),
      )
      expectAll(await Promise.all(answers), 400, 'svc_invalid_input')
    })
  })

  it('what cannot be undone needs confirm', async () => {
    const destroying = calls.filter(
      ({ operation, surface, method }) =>
        operation.effect === 'destroy' && !(surface === 'rest' && method === 'DELETE'),
    )
    const answers = destroying.map((call) => {
      const input = exampleInput(call.operation)
      return call.takesBody
        ? send(call, fixture.administrator, { payload: call.body(input) })
        : send(call, fixture.administrator, { url: call.url(undefined, input) })
    })
    expectAll(await Promise.all(answers), 400, 'svc_confirmation_required')
  })
})

interface CallResult {
  name: string
  surface: EveryCall['surface']
  status: number
  headers: Record<string, unknown>
  text: string
}

function answerOf({ method, path, surface }: EveryCall, answer: Awaited<ReturnType<Fixture['inject']>>): CallResult {
  return {
    name: `${method} ${path}`,
    surface,
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
  }
}

const list = (allow: unknown) => String(allow).split(', ').sort()

/** The shape of all errors: status, code and message; over REST with success: 0. HEAD has no body. */
function expectAll(answers: CallResult[], status: number, code: string): void {
  const wrong = answers.filter((answer) => {
    if (answer.status !== status) return true
    if (answer.name.startsWith('HEAD ')) return false
    const body = JSON.parse(answer.text)
    const success = answer.surface === 'rest' ? 0 : undefined
    return (
      body.code !== code || body.data.status !== status || body.success !== success || !/\w.*\.$/.test(body.message)
    )
  })
  expect(wrong.map(({ name, status: actual, text }) => `${name}: ${actual} ${text.slice(0, 300)}`)).toEqual([])
}
