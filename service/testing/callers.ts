import type { InjectOptions } from 'fastify'
import { type People, signInAs } from './people.ts'
import type { Answer, TestService } from './test-service.ts'

type Headers = Record<string, string>
type Method = NonNullable<InjectOptions['method']>

export interface Callers {
  /** Runs an ability by its name without prefix, such as `get-client`. */
  ability(name: string, input?: object, headers?: Headers): Promise<Answer>
  /** The same as a client of the established product calls it. */
  aliased(name: string, input?: object, headers?: Headers): Promise<Answer>
  /** `rest('GET /clients?search=a')`. */
  rest(address: string, payload?: object, headers?: Headers): Promise<Answer>
  /** The same as the administrator who has just signed in to the dashboard, for what API keys may not do. */
  dashboard(address: string, payload?: object): Promise<Answer>
}

/** Calls of both surfaces, by the administrator unless other headers are given. */
export function callers(fixture: { service: TestService; people: People }): Callers {
  const send = (
    method: string,
    url: string,
    payload?: object,
    headers: Headers = fixture.people.administrator.headers,
  ) => fixture.service.request({ method: method as Method, url, headers, ...(payload !== undefined && { payload }) })
  const rest: Callers['rest'] = (address, payload, headers) => {
    const space = address.indexOf(' ')
    return send(address.slice(0, space), `/api/v2${address.slice(space + 1)}`, payload, headers)
  }
  return {
    ability: (name, input = {}, headers) => send('POST', `/api/v1/abilities/svc/${name}-v1/run`, { input }, headers),
    aliased: (name, input = {}, headers) =>
      send('POST', `/wp-json/wp-abilities/v1/abilities/mainwp/${name}-v1/run`, { input }, headers),
    rest,
    dashboard: async (address, payload) =>
      rest(address, payload, (await signInAs(fixture.service, fixture.people.administrator)).headers),
  }
}
