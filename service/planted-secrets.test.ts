import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from './catalogue.ts'
import type { JsonSchema } from './operation/json-schema.ts'
import type { Operation } from './operation/operation.ts'
import { exampleInput, type Fields } from './surfaces/testing/every-call.ts'
import { oneOfEach } from './surfaces/testing/one-of-each.ts'
import { type People, seedPeople } from './testing/people.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

/** No network is used: every name is unknown. */
const resolver = () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }))

let service: TestService
let people: People
const traces: string[] = []
const collector = createServer(async (request, response) => {
  traces.push(await readText(request))
  response.end('{}')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const tracing = { endpoint: `http://127.0.0.1:${port}`, headers: {}, serviceName: 'fleet', ratio: 1 }
  service = await startTestService({ outbound: { resolver }, tracing }, false)
  people = await seedPeople(service)
  await service.db.pool.query(oneOfEach)
})
afterAll(async () => {
  await service.close()
  collector.close()
})

type Kind = 'secret' | 'address' | 'text'

interface Plant {
  operation: Operation
  field: string
  kind: Kind
  marker: string
  value: string
}

const isSecret = (operation: Operation, field: string) =>
  /pass|secret|token|(^|_)key$/.test(field) || (operation.name === 'sign-in' && field === 'login')
const isAddress = (field: string) => /url|domain|host|website|link$/.test(field)

/** Every field that takes text, and the secret for it. */
const plants: Plant[] = operations.flatMap((operation) =>
  Object.entries(operation.inputSchema.properties ?? {})
    .filter(([, schema]) => takesText(schema))
    .flatMap(([field]) => {
      const kind: Kind = isSecret(operation, field) ? 'secret' : isAddress(field) ? 'address' : 'text'
      const forms = kind === 'secret' ? ['@'] : ['https://planted:@192.0.2.1/', 'planted:@192.0.2.1']
      return forms.map((form, index) => ({ operation, field, kind, form, index }))
    })
    .map(({ form, index, ...plant }) => {
      const marker = `Zq${plant.operation.name}-${plant.field}-${index}qZ`.replaceAll('_', '-')
      return { ...plant, marker, value: form === '@' ? marker : form.replace(':@', `:${marker}@`) }
    }),
)

function takesText(schema: JsonSchema): boolean {
  if (schema.enum || schema.const !== undefined || schema.format) return false
  if (schema.anyOf) return schema.anyOf.some(takesText)
  if (schema.type === 'array') return takesText(schema.items ?? {})
  return [schema.type].flat().includes('string')
}

const asFieldValue = (schema: JsonSchema, value: string): unknown =>
  (schema.anyOf?.find(takesText) ?? schema).type === 'array' ? [value] : value

/** Identifiers are returned as given, because programs find their target by them. */
const withoutIdentifiers = (key: string, value: unknown) => (key === 'identifier' ? undefined : value)

interface Answered {
  plant: Plant
  failed: boolean
  text: string
}

/** Runs the operation as the administrator, or anonymously where possible, and returns the answer. */
async function send(plant: Plant): Promise<Answered> {
  const { operation, field, value } = plant
  const schema = operation.inputSchema.properties![field]!
  const input: Fields = { ...exampleInput(operation), [field]: asFieldValue(schema, value) }
  const actor = {
    kind: 'user' as const,
    name: 'ada',
    userId: people.administrator.id,
    keyId: null,
    // Some operations need a person.
    sessionId: 'a session',
    role: 'administrator' as const,
    scopes: ['read', 'write', 'delete'] as const,
    limits: null,
    address: '203.0.113.1',
  }
  try {
    const { output } = await passTime(service.app.run(operation.name, input, { actor, confirmed: true }))
    return { plant, failed: false, text: JSON.stringify(output, withoutIdentifiers) ?? '' }
  } catch (error) {
    const { message, details, stack: _, ...rest } = error as Error & { details?: unknown }
    return { plant, failed: true, text: JSON.stringify([message, details, rest]) }
  }
}

/** Advances the clock until the answer has arrived, because queued work depends on the clock. */
async function passTime<T>(answer: Promise<T>): Promise<T> {
  let pending = true
  const settled = answer.then(
    () => undefined,
    () => undefined,
  )
  void settled.then(() => {
    pending = false
  })
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 50))])
  while (pending) {
    service.clock.advance(5_000)
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 5))])
  }
  return answer
}

describe('a secret sent in every field of every operation', () => {
  const answers: Answered[] = []
  let stored: { table: string; row: string }[]

  beforeAll(async () => {
    for (const plant of plants) answers.push(await send(plant))
    stored = await everythingStored()
  })

  const found = (text: string, kinds: Kind[]) =>
    plants.filter(({ kind, marker }) => kinds.includes(kind) && text.includes(marker)).map(({ marker }) => marker)

  it('is sent in many fields, and returned where that is right', () => {
    expect(plants.length).toBeGreaterThan(300)
    expect(plants.filter(({ kind }) => kind === 'secret').length).toBeGreaterThan(15)
    expect(plants.filter(({ kind }) => kind === 'address').length).toBeGreaterThan(30)
    // A tag's name is stored as it is, so the search below can find something.
    expect(stored.some(({ table, row }) => table === 'public.tags' && row.includes('Zqadd-tag-name'))).toBe(true)
  })

  it('is in no table, as a password or in an address', () => {
    const leaks = stored.flatMap(({ table, row }) => found(row, ['secret', 'address']).map((marker) => [table, marker]))
    expect(leaks).toEqual([])
  })

  it('is in no audit line, job or message, as an address in any text', () => {
    const kept = stored.filter(({ table }) => /audit_lines|job_targets|queue\./.test(table))
    const leaks = kept.flatMap(({ table, row }) => found(row, ['text']).map((marker) => [table, marker]))
    expect(leaks).toEqual([])
  })

  it('is in no answer, as a password or in an address, and in no error at all', () => {
    const leaks = answers.filter(({ plant: { kind, marker }, failed, text }) =>
      failed || kind !== 'text' ? text.includes(marker) : false,
    )
    expect(leaks.map(({ plant, text }) => [plant.marker, text])).toEqual([])
  })

  it('is in no trace and no metric', async () => {
    const sent = () => traces.join()
    await expect
      .poll(() => {
        service.clock.advance(5_000)
        return sent().includes(plants.at(-1)!.operation.name)
      })
      .toBe(true)
    const { text, status } = await service.request({ url: '/metrics', headers: people.administrator.headers })
    expect([status, text.includes('flotilla_')]).toEqual([200, true])
    expect(found(`${sent()}${text}`, ['secret', 'address', 'text'])).toEqual([])
  })

  it('is in no line of the log', () => {
    expect(found(JSON.stringify(service.logged), ['secret', 'address', 'text'])).toEqual([])
  })
})

async function everythingStored(): Promise<{ table: string; row: string }[]> {
  const { pool } = service.db
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const text = tables.map(({ name }) => `select '${name}' as table, t::text as row from ${name} t`).join(' union all ')
  return (await pool.query<{ table: string; row: string }>(text)).rows
}
