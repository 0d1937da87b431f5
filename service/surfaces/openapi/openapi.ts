import { mountReading } from '../http/mount-path.ts'
import type { Surface } from '../surface.ts'
import { buildOpenApi } from './build-openapi.ts'
import { pagePolicy, renderApiPage } from './page/api-page.ts'

/** `/api/openapi.json` for programs, `/api/docs` for people; both are built once per process. */
export const openApiSurface: Surface = (app, context) => {
  const document = once(() => JSON.stringify(buildOpenApi(context)))
  const page = once(() => renderApiPage(context))

  mountReading(app, '/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
  mountReading(app, '/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page()),
  )
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
