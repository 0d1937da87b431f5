import { type People, type Person, signInAs } from '../../../testing/people.ts'
import type { Answer, TestService } from '../../../testing/test-service.ts'

export interface KeyLoginCalls {
  start(more?: object): Promise<Answer>
  finish(device_code: string): Promise<Answer>
  look(code: string, headers: Record<string, string>): Promise<Answer>
  confirm(code: string, headers: Record<string, string>): Promise<Answer>
  /** The headers of a new session. */
  sessionOf(person: Person): Promise<Record<string, string>>
}

/** A program that asks for a key, and a person who gives it. */
export function keyLoginCalls(fixture: { service: TestService; people: People }): KeyLoginCalls {
  const send = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) =>
    fixture.service.request({
      method,
      url: `/api/v2/access/key-logins${url}`,
      headers,
      remoteAddress: '203.0.113.9',
      ...(payload && { payload }),
    })
  return {
    start: (more = {}) => send('POST', '', {}, { name: 'laptop', ...more }),
    finish: (device_code) => send('POST', '/finish', {}, { device_code }),
    look: (code, headers) => send('GET', `/${encodeURIComponent(code)}`, headers),
    confirm: (code, headers) => send('POST', `/${encodeURIComponent(code)}/confirm`, headers, {}),
    sessionOf: async (person) => ({ ...(await signInAs(fixture.service, person)).headers }),
  }
}
