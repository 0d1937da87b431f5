import type { RouteOptions } from '../../operation/address.ts'
import type { JsonSchema } from '../../operation/json-schema.ts'
import type { Operation } from '../../operation/operation.ts'
import { responseName, type SurfaceName } from './components.ts'
import { type CallShape, foreseenFailures, statusOf } from './failures.ts'
import { definitionsOf } from './rest-fields.ts'
import { type SchemaRegistry, schemaName } from './schema-registry.ts'

type Responses = Record<string, unknown>

const shared = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export function restResponses(
  operation: Operation,
  options: RouteOptions,
  shape: CallShape,
  registry: SchemaRegistry,
): Responses {
  const schema = orDryRun(operation, envelopeSchema(operation, options, registry), 'DryRunEnvelope')
  const paged = options.list !== undefined && {
    'X-WP-Total': { $ref: '#/components/headers/X-WP-Total' },
    'X-WP-TotalPages': { $ref: '#/components/headers/X-WP-TotalPages' },
  }
  const versioned = shape.isVersioned && { ETag: { $ref: '#/components/headers/ETag' } }
  return {
    ...successes(operation, schema, options.message ?? 'Done.', paged || versioned || undefined),
    ...(versioned && { 304: { description: 'Not changed since the version of If-None-Match.' } }),
    ...failureReferences(operation, shape, 'rest'),
  }
}

export function abilityResponses(operation: Operation, shape: CallShape, registry: SchemaRegistry): Responses {
  const output = registry.keep(schemaName(operation.name, 'Output'), operation.outputSchema)
  return {
    ...successes(operation, orDryRun(operation, output, 'DryRun'), 'Done.'),
    ...failureReferences(operation, shape, 'ability'),
  }
}

function successes(operation: Operation, json: JsonSchema, description: string, headers?: object): Responses {
  const content: Record<string, unknown> = {}
  if (operation.answers.includes('json')) content['application/json'] = { schema: json }
  if (operation.answers.includes('file'))
    content['application/octet-stream'] = { schema: { type: 'string', format: 'binary' } }
  if (operation.answers.includes('stream')) {
    content['text/event-stream'] = { schema: { type: 'string', description: 'Server-sent events.' } }
  }
  return {
    ...(Object.keys(content).length > 0 && { 200: { description, ...(headers && { headers }), content } }),
    ...(operation.answers.includes('redirect') && {
      302: { description: 'The way on.', headers: { Location: { schema: { type: 'string', format: 'uri' } } } },
    }),
  }
}

function failureReferences(operation: Operation, shape: CallShape, surface: SurfaceName): Responses {
  const refer = (name: string) => ({ $ref: `#/components/responses/${name}` })
  const foreseen = foreseenFailures(operation, shape).map((kind) => [
    statusOf(kind),
    refer(responseName(surface, kind)),
  ])
  return { ...Object.fromEntries(foreseen), default: refer(responseName(surface, 'default')) }
}

/** The pipeline answers a dry run unless the operation has its own `dry_run`. */
function orDryRun(operation: Operation, schema: JsonSchema, dryRun: string): JsonSchema {
  const pipelineAnswers = operation.effect !== 'read' && !Object.hasOwn(operation.input.shape, 'dry_run')
  return pipelineAnswers ? { anyOf: [schema, shared(dryRun)] } : schema
}

function envelopeSchema(operation: Operation, options: RouteOptions, registry: SchemaRegistry): JsonSchema {
  const { list, message } = options
  return {
    allOf: [
      shared(list === undefined ? 'Envelope' : 'ListEnvelope'),
      {
        type: 'object',
        required: [...(message === undefined ? [] : ['message']), 'data'],
        properties: {
          ...(message !== undefined && { message: { const: message } }),
          data: dataSchema(operation, options, registry),
        },
      },
    ],
  }
}

function dataSchema(
  operation: Operation,
  { toData, list, session }: RouteOptions,
  registry: SchemaRegistry,
): JsonSchema {
  // A function builds the data, so its shape is unknown.
  if (toData) return {}
  const name = schemaName(operation.name, 'Output')
  const output = operation.outputSchema
  if (list !== undefined) return registry.settle(name, { ...output.properties?.[list], ...definitionsOf(output) })
  if (session === 'open') return registry.settle(name, withoutToken(output))
  return registry.keep(name, output)
}

/** The token is only in the cookie. */
function withoutToken({ properties = {}, required = [], ...rest }: JsonSchema): JsonSchema {
  const { session_token: _, ...shown } = properties
  return { ...rest, properties: shown, required: required.filter((field) => field !== 'session_token') }
}
