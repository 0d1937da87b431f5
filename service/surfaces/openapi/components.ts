import type { JsonSchema } from '../../operation/json-schema.ts'
import { csrfHeader } from '../http/authenticate.ts'
import { sessionCookie } from '../http/cookies.ts'
import { type Foreseen, failures, unforeseen } from './failures.ts'

export type SurfaceName = 'rest' | 'ability'

const plainText: JsonSchema = { type: 'string' }
const wholeNumber: JsonSchema = { type: 'integer' }

/** Schemas that all operations share. */
export const sharedSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description: 'The one shape of a failure.',
    required: ['code', 'message', 'data'],
    properties: {
      code: { type: 'string', pattern: '^svc_[a-z0-9_]+$', description: 'Stable; programs may rely on it.' },
      message: { type: 'string', description: 'A sentence for people that says what to do.' },
      data: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'integer', description: 'The HTTP status.' },
          params: {
            type: 'object',
            additionalProperties: plainText,
            description: 'Refused field → what would be accepted.',
          },
          request_id: { type: 'string', description: 'Under which the log has the details.' },
        },
      },
    },
  },
  RestError: {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', required: ['success'], properties: { success: { const: 0 } } },
    ],
  },
  Envelope: {
    type: 'object',
    description: 'The shape of every answer with status 200 over REST v2.',
    required: ['success'],
    properties: {
      success: { enum: [0, 1], description: '0: nothing that was requested was done; `code` and `errors` say why.' },
      code: plainText,
      message: plainText,
      errors: { description: 'The items that were not done.', type: 'array', items: {} },
      data: {},
    },
  },
  ListEnvelope: {
    allOf: [
      { $ref: '#/components/schemas/Envelope' },
      {
        type: 'object',
        required: ['total', 'page', 'per_page', 'pages', 'data'],
        properties: { total: wholeNumber, page: wholeNumber, per_page: wholeNumber, pages: wholeNumber },
      },
    ],
  },
  DryRun: {
    type: 'object',
    description: 'What a dry run answers: nothing was changed. Identifying fields of the operation stand beside.',
    required: ['dry_run', 'would_affect', 'count', 'warnings'],
    properties: {
      dry_run: { const: true },
      would_affect: { type: 'array', items: {} },
      count: wholeNumber,
      warnings: { type: 'array', items: plainText },
    },
  },
  DryRunEnvelope: {
    allOf: [
      { $ref: '#/components/schemas/Envelope' },
      { type: 'object', required: ['data'], properties: { data: { $ref: '#/components/schemas/DryRun' } } },
    ],
  },
  BatchElement: {
    type: 'object',
    description: 'The result of one item, at the index of the item.',
    required: ['id', 'success'],
    properties: {
      id: { type: ['integer', 'string', 'null'] },
      success: { enum: [0, 1] },
      message: plainText,
      data: {},
      error: { $ref: '#/components/schemas/Error' },
    },
  },
}

export const headers = {
  'X-WP-Total': { description: 'Rows in all.', schema: wholeNumber },
  'X-WP-TotalPages': { description: 'Pages in all.', schema: wholeNumber },
  'Retry-After': { description: 'Seconds to wait.', schema: wholeNumber },
  ETag: { description: 'The version: for If-None-Match, and for If-Match of an edit.', schema: plainText },
  'WWW-Authenticate': { description: 'The accepted schemes.', schema: plainText },
}

export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The change is made once for all requests with this key of this credential within 24 hours; the others get the same answer, with Idempotency-Replayed: true.',
    schema: { type: 'string', minLength: 1, maxLength: 200, examples: ['7f3c2b8e-6a57-4d5e-9f5c-0f6f2f1f9a11'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the resource as it was read; 412 if what can be edited was changed since.',
    schema: plainText,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag; the answer is 304 without a body if nothing was changed since.',
    schema: plainText,
  },
  Fields: {
    name: '_fields',
    in: 'query',
    description: 'Only these fields of each record, separated by commas; the id always stays.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: plainText },
  },
  Format: {
    name: '_format',
    in: 'query',
    description: 'csv or jsonl: all rows that match as a file (at most 100,000), instead of a page as JSON.',
    schema: { type: 'string', enum: ['json', 'csv', 'jsonl'], default: 'json' },
  },
}

export const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'User name with the login password, an application password or an API key.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: `The dashboard's session; __Host-${sessionCookie} where PUBLIC_URL is https. Everything but GET also needs the header ${csrfHeader}.`,
  },
}

const headerOf: Partial<Record<Foreseen | 'default', string>> = {
  unauthorized: 'WWW-Authenticate',
  'rate-limited': 'Retry-After',
}
// Object.keys forgets the type of the keys.
const foreseenAndDefault = [...Object.keys(failures), 'default'] as (Foreseen | 'default')[]

/** One response per expected error and surface; over REST the body has success: 0 as well. */
export function failureResponses(): Record<string, unknown> {
  const responses: Record<string, unknown> = {}
  for (const surface of ['rest', 'ability'] as const) {
    for (const kind of foreseenAndDefault) {
      const known = kind === 'default' ? unforeseen : failures[kind]
      const header = headerOf[kind]
      responses[responseName(surface, kind)] = {
        description: known.when,
        ...(header && { headers: { [header]: { $ref: `#/components/headers/${header}` } } }),
        content: { 'application/json': { schema: { $ref: errorSchema(surface) } } },
      }
    }
  }
  return responses
}

export const responseName = (surface: SurfaceName, kind: Foreseen | 'default') =>
  (surface === 'rest' ? 'Rest' : '') + (kind === 'default' ? unforeseen : failures[kind]).name

const errorSchema = (surface: SurfaceName) => `#/components/schemas/${surface === 'rest' ? 'RestError' : 'Error'}`
