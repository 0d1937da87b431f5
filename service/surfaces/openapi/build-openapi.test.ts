import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { addresses, messages, operations } from '../../catalogue.ts'
import { sampleCatalogue } from '../testing/sample-catalogue.ts'
import { buildOpenApi, type OpenApiDocument } from './build-openapi.ts'

const document = buildOpenApi(sampleCatalogue)

// biome-ignore lint/suspicious/noExplicitAny: the assertions check the type
const at = (path: string, method: string): any => document.paths[path]?.[method]
// biome-ignore lint/suspicious/noExplicitAny: the assertions check the type
const jsonOf = (response: any) => response.content['application/json'].schema
// biome-ignore lint/suspicious/noExplicitAny: the assertions check the type
const parameter = (entry: any, name: string) => entry.parameters.find((each: { name: string }) => each.name === name)

describe.each([
  ['a sample', document],
  ['the catalogue', buildOpenApi({ operations, addresses, messages })],
])('the document of %s', (_, whole) => {
  it('is valid OpenAPI 3.1 by its official schema', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(whole))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('has no broken reference', () => {
    const references = [...JSON.stringify(whole).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    expect([...new Set(references)].filter((reference) => resolve(whole, reference) === undefined)).toEqual([])
  })

  it('has unique operation ids', () => {
    const ids = Object.values(whole.paths).flatMap((item) =>
      Object.values(item).map((entry) => (entry as { operationId: string }).operationId),
    )
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
})

it('describes each message to webhooks with its headers and its body', () => {
  const { webhooks, components } = buildOpenApi({ operations, addresses, messages })
  const entries = webhooks as Record<string, { post: { parameters: { name: string }[] } }>
  expect(Object.keys(entries)).toEqual(messages.map(({ name }) => name))
  expect(entries['monitor.down']!.post.parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  expect(components.schemas!.WebhookMonitorDown).toMatchObject({
    properties: { type: { const: 'monitor.down' }, data: { required: expect.arrayContaining(['incident_id']) } },
  })
  expect(document.webhooks).toBeUndefined()
})

it('documents that /metrics needs its permission', () => {
  expect(Object.keys(at('/metrics', 'get').responses)).toEqual(['200', '401', '403', 'default'])
  expect(Object.keys(at('/healthz', 'get').responses)).toEqual(['200', 'default'])
})

describe('REST', () => {
  it('types placeholders from the input, also under other names', () => {
    expect(parameter(at('/api/v2/boats/{id}', 'get'), 'id').schema.anyOf).toEqual([
      { type: 'integer' },
      { type: 'string', maxLength: 500 },
    ])
    expect(parameter(at('/api/v2/boats/{id}/paint', 'put'), 'id').schema).toEqual({ type: 'integer', minimum: 1 })
  })

  it('puts other fields into the query of GET and DELETE', () => {
    const list = at('/api/v2/boats', 'get')
    expect(parameter(list, 'per_page')).toMatchObject({ in: 'query', schema: { maximum: 100 } })
    expect(parameter(list, 'per_page').description).toContain('1000')
    expect(parameter(list, 'colours')).toMatchObject({ style: 'form', explode: false })
    expect(parameter(list, 'filter')).toMatchObject({ style: 'deepObject' })
    const sink = at('/api/v2/boats/{id}', 'delete')
    expect(parameter(sink, 'dry_run')).toBeDefined()
    expect(parameter(sink, 'confirm'), 'a DELETE confirms by itself').toBeUndefined()
    expect(sink.requestBody).toBeUndefined()
  })

  it('puts other fields into the body otherwise, under REST names, without fixed fields', () => {
    const paint = at('/api/v2/boats/{id}/paint', 'put')
    const body = jsonOf(paint.requestBody)
    expect(Object.keys(body.properties).sort()).toEqual(
      ['color', 'colour', 'confirm', 'dry_run', 'layers', 'papers', 'user_confirmed'].sort(),
    )
    expect(body.allOf).toEqual([{ anyOf: [{ required: ['colour'] }, { required: ['color'] }] }])
    expect(paint.requestBody.required).toBe(true)
    expect(at('/api/v2/boats/{id}/paint', 'patch').operationId).toBe('paint-boat-patch')
  })

  it('wraps answers in the envelope', () => {
    const painted = jsonOf(at('/api/v2/boats/{id}/paint', 'put').responses[200])
    expect(painted.anyOf[1]).toEqual({ $ref: '#/components/schemas/DryRunEnvelope' })
    expect(painted.anyOf[0].allOf[1]).toMatchObject({
      required: ['message', 'data'],
      properties: { message: { const: 'Boat painted.' }, data: { $ref: '#/components/schemas/PaintBoatOutput' } },
    })
    const list = at('/api/v2/boats', 'get').responses[200]
    expect(jsonOf(list).allOf[0]).toEqual({ $ref: '#/components/schemas/ListEnvelope' })
    expect(jsonOf(list).allOf[1].properties.data).toMatchObject({ type: 'array', items: { properties: { name: {} } } })
    expect(Object.keys(list.headers)).toEqual(['X-WP-Total', 'X-WP-TotalPages'])
    expect(jsonOf(at('/api/v2/boats/{id}', 'get').responses[200]).allOf[1].properties.data, 'reshaped').toEqual({})
  })

  it('does not contain the session token, which is in a cookie', () => {
    const aboard = at('/api/v2/aboard', 'post')
    expect(jsonOf(aboard.responses[200]).anyOf[0].allOf[1].properties.data.properties).toEqual({
      name: { type: 'string' },
    })
    expect(aboard.security).toEqual([])
  })

  it('distinguishes files, redirects and streams', () => {
    expect(Object.keys(at('/api/v2/boats/export', 'get').responses[200].content)).toEqual([
      'application/json',
      'application/octet-stream',
    ])
    expect(Object.keys(at('/api/v2/boats/watch', 'get').responses[200].content)).toEqual(['text/event-stream'])
    const visit = at('/api/v2/boats/visit', 'get').responses
    expect(visit[302].headers.Location).toBeDefined()
    expect(visit[200]).toBeUndefined()
  })

  it('lists the expected errors', () => {
    const statusesOf = (path: string, method: string) => Object.keys(at(path, method).responses).join(' ')
    expect(statusesOf('/api/v2/boats/{id}', 'get')).toBe('200 304 400 401 403 404 429 501 default')
    expect(statusesOf('/api/v2/boats/{id}/paint', 'put')).toBe('200 400 401 403 404 409 412 413 415 429 default')
    expect(at('/api/v2/boats', 'get').responses[400].$ref).toBe('#/components/responses/RestInvalidInput')
    expect(at('/api/v1/abilities/svc/list-boats-v1/run', 'get').responses[400].$ref).toBe(
      '#/components/responses/InvalidInput',
    )
  })

  it('lists the keys of a batch', () => {
    expect(jsonOf(at('/api/v2/boats/batch', 'post').responses[200]).properties.delete.items.$ref).toContain(
      'BatchElement',
    )
    expect(jsonOf(at('/api/v2/batch', 'post').requestBody).properties.boats.properties).toHaveProperty('delete')
  })
})

describe('abilities', () => {
  const run = (name: string) => document.paths[`/api/v1/abilities/svc/${name}-v1/run`]!

  it('has the methods of the ability surface', () => {
    expect(Object.keys(run('list-boats'))).toEqual(['get', 'post'])
    expect(Object.keys(run('sink-boat'))).toEqual(['post', 'delete'])
  })

  it('takes input in brackets or inside "input"', () => {
    const sink = '/api/v1/abilities/svc/sink-boat-v1/run'
    expect(parameter(at(sink, 'delete'), 'input')).toMatchObject({ style: 'deepObject', required: true })
    expect(jsonOf(at(sink, 'post').requestBody)).toMatchObject({
      required: ['input'],
      properties: { input: { $ref: '#/components/schemas/SinkBoatInput' } },
    })
    expect(document.components.schemas!.SinkBoatInput).toMatchObject({ properties: { confirm: {}, dry_run: {} } })
    expect(at('/api/v1/abilities/svc/list-boats-v1/run', 'post').requestBody.required).toBe(false)
  })

  it('returns the output or the plan', () => {
    expect(jsonOf(at('/api/v1/abilities/svc/sink-boat-v1/run', 'post').responses[200])).toEqual({
      anyOf: [{ $ref: '#/components/schemas/SinkBoatOutput' }, { $ref: '#/components/schemas/DryRun' }],
    })
  })
})

it('has three security schemes and requires one of them everywhere else', () => {
  expect(document.security).toEqual([{ basic: [] }, { bearer: [] }, { cookie: [] }])
  expect(Object.keys(document.components.securitySchemes!)).toEqual(['basic', 'bearer', 'cookie'])
})

it('uses the configured public address, else the address of the request', () => {
  expect(document.servers).toEqual([{ url: '/' }])
  expect(buildOpenApi({ ...sampleCatalogue, publicUrl: 'https://fleet.example' }).servers).toEqual([
    { url: 'https://fleet.example' },
  ])
})

function resolve(whole: OpenApiDocument, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], whole)
}
