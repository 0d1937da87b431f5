import { type AuthenticatorApp, setUpAuthenticatorApp } from '../../../testing/authenticator-app.ts'
import type { People, Person, SignedIn } from '../../../testing/people.ts'
import type { Answer, TestService } from '../../../testing/test-service.ts'

type Headers = Record<string, string>

export interface SecondFactorCalls {
  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers?: Headers): Promise<Answer>
  /** Signs in with the password; by the viewer unless another person is given. */
  password(person?: Pick<Person, 'login' | 'password'>): Promise<Answer>
  second(challenge: string, code: string): Promise<Answer>
  /** The challenge of a new sign-in of the viewer. */
  challengeOf(): Promise<string>
  /** Sets up the authenticator app of the viewer. */
  setUp(): Promise<{ app: AuthenticatorApp; session: SignedIn }>
}

/** Calls of tests of second factors, all from one address. */
export function secondFactorCalls(fixture: { service: TestService; people: People }): SecondFactorCalls {
  const send: SecondFactorCalls['send'] = (method, url, payload, headers = {}) =>
    fixture.service.request({
      method,
      url: `/api/v2${url}`,
      headers,
      remoteAddress: '203.0.113.1',
      ...(payload && { payload }),
    })
  const password: SecondFactorCalls['password'] = ({ login, password } = fixture.people.viewer) =>
    send('POST', '/access/sessions', { login, password })
  return {
    send,
    password,
    second: (challenge, code) => send('POST', '/access/sessions/second-factor', { challenge, code }),
    challengeOf: async () => (await password()).body.data.challenge,
    setUp: () => setUpAuthenticatorApp(fixture.service, fixture.people.viewer),
  }
}
