import type { JsonSchema } from '../../operation/json-schema.ts'
import { abilityBase } from './ability-paths.ts'
import { responseName } from './components.ts'
import type { Paths } from './path-item.ts'

const listed: JsonSchema = { type: 'array', items: { type: 'object' } }
const described: JsonSchema = { type: 'object' }

interface Plain {
  id: string
  summary: string
  description: string
  answer: JsonSchema
  mediaType?: string
  open?: boolean
  /** Requires its own permission. */
  restricted?: boolean
  parameters?: object[]
}

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const inQuery = (name: string, schema: JsonSchema) => ({ name, in: 'query', schema })

const reads: Record<string, Plain> = {
  [`${abilityBase}/abilities`]: {
    id: 'list-abilities',
    summary: 'List abilities',
    description: 'Everything that can be run here, with the schemas from which clients build their calls.',
    answer: listed,
    parameters: [
      inQuery('page', { type: 'integer', minimum: 1, default: 1 }),
      inQuery('per_page', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
      inQuery('category', { type: 'string' }),
    ],
  },
  [`${abilityBase}/abilities/svc/{name}`]: {
    id: 'get-ability',
    summary: 'Describe an ability',
    description: 'One ability with its schemas.',
    answer: described,
    parameters: [inPath('name')],
  },
  [`${abilityBase}/categories`]: {
    id: 'list-categories',
    summary: 'List categories',
    description: 'The groups in which abilities come.',
    answer: listed,
  },
  [`${abilityBase}/categories/{slug}`]: {
    id: 'get-category',
    summary: 'Describe a category',
    description: 'One group of abilities.',
    answer: described,
    parameters: [inPath('slug')],
  },
  '/healthz': {
    id: 'healthz',
    summary: 'Alive',
    description: 'The process lives; which version it is.',
    answer: described,
    open: true,
  },
  '/readyz': {
    id: 'readyz',
    summary: 'Ready',
    description: 'The service can do its work; 503 when it cannot.',
    answer: described,
    open: true,
  },
  '/metrics': {
    id: 'metrics',
    summary: 'Metrics',
    description:
      'Counts and durations for Prometheus, at most 5 seconds old. For administrators; a key with the metrics scope reads this and nothing else.',
    answer: { type: 'string' },
    mediaType: 'text/plain',
    restricted: true,
  },
}

/** Addresses that are not operations. */
export function servicePaths(): Paths {
  return Object.fromEntries(Object.entries(reads).map(([path, plain]) => [path, { get: describe(path, plain) }]))
}

function describe(path: string, { id, summary, description, answer, mediaType, open, restricted, parameters }: Plain) {
  const refer = (name: string) => ({ $ref: `#/components/responses/${name}` })
  return {
    operationId: id,
    tags: [path.startsWith(abilityBase) ? 'discovery' : 'service'],
    summary,
    description,
    ...(open && { security: [] }),
    ...(parameters && { parameters }),
    responses: {
      200: { description: 'Done.', content: { [mediaType ?? 'application/json']: { schema: answer } } },
      ...(!open && { 401: refer(responseName('ability', 'unauthorized')) }),
      ...(restricted && { 403: refer(responseName('ability', 'forbidden')) }),
      ...(parameters && {
        400: refer(responseName('ability', 'invalid')),
        404: refer(responseName('ability', 'missing')),
      }),
      default: refer(responseName('ability', 'default')),
    },
  }
}
