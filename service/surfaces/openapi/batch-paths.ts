import type { Address } from '../../operation/address.ts'
import type { JsonSchema } from '../../operation/json-schema.ts'
import { responseName } from './components.ts'
import { type Foreseen, statusOf } from './failures.ts'
import type { Paths } from './path-item.ts'
import { restBase } from './rest-paths.ts'

const foreseen: Foreseen[] = ['invalid', 'unauthorized', 'too-large', 'unsupported-media', 'rate-limited']
const dryRun = {
  name: 'dry_run',
  in: 'query',
  description: 'Report for every item what would happen and change nothing.',
  schema: { type: 'boolean', default: false },
}
const element: JsonSchema = { $ref: '#/components/schemas/BatchElement' }

/** `/batch` and `/<group>/batch`: their items are the inputs of the keys' operations. */
export function batchPaths(addresses: readonly Address[]): Paths {
  const keys = addresses.filter((address) => address.kind === 'batch')
  const groups = new Map<string, string[]>()
  for (const { group, action } of keys) groups.set(group, [...(groups.get(group) ?? []), action])

  const whole = (item: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries([...groups].map(([name, actions]) => [name, groupSchema(actions, item)])),
  })
  const paths: Paths = {
    [`${restBase}/batch`]: batchItem('batch', 'Batch', 'Run many items of several groups.', whole({}), whole(element)),
  }
  for (const [name, actions] of groups) {
    const summary = `Run many items of ${name}.`
    paths[`${restBase}/${name}/batch`] = batchItem(
      `${name}-batch`,
      `Batch of ${name}`,
      summary,
      groupSchema(actions, {}),
      groupSchema(actions, element),
    )
  }
  return paths
}

const groupSchema = (actions: string[], items: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(actions.map((action) => [action, { type: 'array', items }])),
})

function batchItem(operationId: string, summary: string, what: string, request: JsonSchema, response: JsonSchema) {
  const describe = (method: string) => ({
    operationId: method === 'post' ? operationId : `${operationId}-${method}`,
    tags: ['batch'],
    summary,
    description: `${what} One result per item, in the order of the items; a failure does not stop other items.`,
    parameters: [dryRun, { $ref: '#/components/parameters/IdempotencyKey' }],
    requestBody: { required: true, content: { 'application/json': { schema: request } } },
    responses: {
      200: { description: 'A result for every item.', content: { 'application/json': { schema: response } } },
      ...Object.fromEntries(
        foreseen.map((kind) => [statusOf(kind), { $ref: `#/components/responses/${responseName('rest', kind)}` }]),
      ),
      default: { $ref: `#/components/responses/${responseName('rest', 'default')}` },
    },
  })
  return Object.fromEntries(['post', 'put', 'patch'].map((method) => [method, describe(method)]))
}
