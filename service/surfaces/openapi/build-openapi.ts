import { version } from '../../version.ts'
import type { SurfaceContext } from '../surface.ts'
import { abilityPaths } from './ability-paths.ts'
import { headingOf } from './area.ts'
import { batchPaths } from './batch-paths.ts'
import { failureResponses, headers, parameters, securitySchemes, sharedSchemas } from './components.ts'
import type { Paths } from './path-item.ts'
import { restPaths } from './rest-paths.ts'
import { createSchemaRegistry } from './schema-registry.ts'
import { servicePaths } from './service-paths.ts'
import { webhookPaths } from './webhook-paths.ts'

export interface OpenApiDocument {
  openapi: string
  paths: Paths
  components: Record<string, Record<string, unknown>>
  [member: string]: unknown
}

/** Everything a description needs: the operations and their addresses. */
export type Described = Pick<SurfaceContext, 'operations' | 'addresses' | 'messages' | 'publicUrl'>

const introduction = `Two surfaces to the same operations. REST v2 wraps answers in an envelope; the ability API runs operations by name.
Bodies are JSON; forms are understood too. Unknown fields are refused. Everything that changes something takes dry_run: true,
and what cannot be undone needs confirm: true (a DELETE over REST says so by itself). Changes take an Idempotency-Key, single
resources have an ETag, and RateLimit header fields say how many calls are left. Functions of generated clients are named after
operationIds, which do not change; what ends is announced with Deprecation and Sunset header fields.`

/** OpenAPI 3.1 of both surfaces, generated from the operations. */
export function buildOpenApi({ operations, addresses, messages = [], publicUrl }: Described): OpenApiDocument {
  const registry = createSchemaRegistry()
  const paths = sortKeys({
    ...servicePaths(),
    ...restPaths(addresses, registry),
    ...batchPaths(addresses),
    ...abilityPaths(operations, registry),
  })
  const webhooks = webhookPaths(messages, registry)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flotilla',
      version,
      summary: 'Fleet management for WordPress sites.',
      description: introduction,
    },
    servers: [{ url: publicUrl ?? '/' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: tagsOf({ ...paths, ...webhooks }).map((name) => ({ name, description: describeTag(name) })),
    paths,
    ...(messages.length > 0 && { webhooks }),
    components: {
      securitySchemes,
      headers,
      parameters,
      responses: sortKeys(failureResponses()),
      schemas: sortKeys({ ...sharedSchemas, ...registry.schemas }),
    },
  }
}

function tagsOf(paths: Paths): string[] {
  // describeOperation gives every entry its tags.
  const entries = Object.values(paths).flatMap((item) => Object.values(item) as { tags: string[] }[])
  return [...new Set(entries.flatMap(({ tags }) => tags))].sort()
}

const describeTag = (name: string) => `${headingOf(name)}, ${name.startsWith('svc-') ? 'as abilities' : 'over HTTP'}.`

function sortKeys<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
