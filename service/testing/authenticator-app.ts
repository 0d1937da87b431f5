import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../platform/clock.ts'
import { type Person, type SignedIn, signInAs } from './people.ts'
import type { TestService } from './test-service.ts'

/** The authenticator app of a person. */
export interface AuthenticatorApp {
  secret: string
  recoveryCodes: string[]
  /** The code at the service's time, or that many steps of 30 seconds later. */
  code(steps?: number): string
  /** Six digits that are not a valid code now. */
  wrongCode(): string
}

export function appWith(secret: string, clock: Clock, recoveryCodes: string[] = []): AuthenticatorApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (steps = 0) => totp.generate({ timestamp: clock.now().getTime() + steps * 30_000 })
  const wrongCode = () => {
    // The next one, too: time may pass until the code is checked.
    const valid = [code(-1), code(), code(1), code(2)]
    return ['000000', '111111', '222222', '333333', '444444'].find((text) => !valid.includes(text))!
  }
  return { secret, recoveryCodes, code, wrongCode }
}

/** Sets up an authenticator app as the account page does. The next code is one step later: the clock advances. */
export async function setUpAuthenticatorApp(
  service: TestService,
  person: Pick<Person, 'login' | 'password'>,
): Promise<{ app: AuthenticatorApp; session: SignedIn }> {
  const session = await signInAs(service, person)
  // The clock of the service itself: with a browser it is the system clock.
  const { clock } = service.app.context
  const post = async (url: string, payload: object) => {
    const answer = await service.request({ method: 'POST', url: `/api/v2${url}`, payload, headers: session.headers })
    if (answer.status !== 200) throw new Error(`${url} failed: ${answer.text}`)
    return answer.body.data
  }
  const { secret } = await post('/access/me/totp', {})
  const { recovery_codes } = await post('/access/me/totp/confirm', { code: appWith(secret, clock).code() })
  service.clock.advance(30_000)
  return { app: appWith(secret, clock, recovery_codes), session }
}
