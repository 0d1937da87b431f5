import { type Actor, type Scope, scopes, systemActor } from '../../operation/actor.ts'
import { type Pipeline, runOperation } from '../../operation/run-operation.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog, type Logger } from '../../platform/log.ts'
import { abilitiesSurface } from '../abilities/abilities.ts'
import { createServer } from '../http/server.ts'
import { unauthorized } from '../http/surface-errors.ts'
import { Traffic } from '../http/traffic.ts'
import { openApiSurface } from '../openapi/openapi.ts'
import { restSurface } from '../rest/rest.ts'
import type { Surface, SurfaceContext } from '../surface.ts'
import { sampleCatalogue } from './sample-catalogue.ts'

const user = (role: Actor['role'], some: readonly Scope[] = scopes): Actor => ({
  ...systemActor('someone'),
  kind: 'user',
  userId: 1,
  role,
  scopes: some,
})

/** A Bearer token with one of these names authenticates as that caller. */
const callers: Record<string, Actor> = {
  administrator: user('administrator'),
  person: { ...user('administrator'), userId: 9, sessionId: 'a session' },
  viewer: { ...user('viewer'), userId: 2 },
  fifth: { ...user('administrator'), userId: 5 },
  sixth: { ...user('administrator'), userId: 6 },
  seventh: { ...user('administrator'), userId: 7 },
  'read key': { ...user('administrator', ['read']), kind: 'key', keyId: 1, userId: 3 },
  'write key': { ...user('administrator', ['read', 'write']), kind: 'key', keyId: 2, userId: 4 },
  'other key of the viewer': { ...user('viewer'), kind: 'key', keyId: 3, userId: 2 },
}

export const credentialsOf = (name: string) => ({ authorization: `Bearer ${Buffer.from(name).toString('base64url')}` })

/** The real edge and surfaces with a sample catalogue, so that every property is covered. */
export async function openSampleServer(
  options: { traffic?: Traffic; log?: Logger; catalogue?: typeof sampleCatalogue } = {},
) {
  const {
    traffic = new Traffic({ clock: systemClock }),
    log = createLog('silent'),
    catalogue = sampleCatalogue,
  } = options
  const pipeline: Pipeline = {
    services: {} as Pipeline['services'],
    approvals: { require: () => Promise.reject(new Error('There are no keys that need approval here.')) },
    isModuleActive: () => true,
    audit: {
      record: async () => {},
      recordRefusal: async () => {},
      maintain: async () => {},
      open: async () => 1,
      discard: async () => {},
    },
    measure: () => {},
  }
  const context: SurfaceContext = {
    ...catalogue,
    run: (operation, input, call) => runOperation(pipeline, operation, input, call),
  }
  const surfaces: Surface[] = [abilitiesSurface, restSurface({ batchItems: () => 100 }), openApiSurface]
  let requests = 0
  return createServer({
    log,
    traffic,
    context,
    surfaces,
    clientAlias: true,
    newRequestId: () => `request-${++requests}`,
    authenticator: {
      onChange: () => () => {},
      async identify(credentials) {
        const name = credentials.scheme === 'bearer' ? Buffer.from(credentials.token, 'base64url').toString() : ''
        const actor = Object.hasOwn(callers, name) ? callers[name] : undefined
        if (!actor) throw unauthorized()
        return actor
      },
    },
  })
}
