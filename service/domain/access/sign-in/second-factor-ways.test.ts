import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '../../../testing/software-passkey.ts'
import type { Answer } from '../../../testing/test-service.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'
import { type Cases, checkSession, testTable } from '../testing/sign-in-table.ts'
import { secondFactors } from './sign-in-way.ts'

const fixture = setUpService()
const { password, second, challengeOf, setUp, addPasskey, options, signInWith } = passkeyCalls(fixture)

const endSessions = () => fixture.service.db.deleteFrom('sessions').execute()
const disableVera = () => fixture.service.app.run('update-user', { id: fixture.people.viewer.id, disabled: true })

async function setUpApp() {
  const { app } = await setUp()
  await endSessions()
  return app
}
type App = Awaited<ReturnType<typeof setUpApp>>

async function setUpPasskey() {
  const { passkey } = await addPasskey()
  await endSessions()
  return passkey
}
const signInWithSecond = async (passkey: SoftwarePasskey, challenge: string): Promise<Answer> =>
  signInWith(passkey.answer(await options(challenge)), challenge)

/** The cases of a code that is typed after the password. */
function codeCases(right: (app: App) => string, wrong: (app: App) => string): Cases {
  /** Runs the first step, then `meanwhile`, then the second step. */
  const signIn = async (codeOf: (app: App) => string, meanwhile: () => unknown = () => {}) => {
    const app = await setUpApp()
    const challenge = await challengeOf()
    await meanwhile()
    return second(challenge, codeOf(app))
  }
  return {
    ok: { status: 200, call: () => signIn(right) },
    wrong: { status: 400, code: 'svc_wrong_code', call: () => signIn(wrong) },
    'disabled user': { status: 401, code: 'svc_unauthorized', call: () => signIn(right, disableVera) },
    'missing factor': {
      status: 401,
      code: 'svc_second_factor_required',
      async call() {
        await setUpApp()
        return password()
      },
    },
    locked: {
      status: 429,
      code: 'svc_rate_limited',
      async call() {
        const app = await setUpApp()
        for (let count = 0; count < 6; count++) await second(await challengeOf(), wrong(app))
        return second(await challengeOf(), right(app))
      },
    },
    expired: {
      status: 401,
      code: 'svc_unauthorized',
      call: () => signIn(right, () => fixture.service.clock.advance(5 * 60_000)),
    },
  }
}

/** After the password; a new second factor adds a row. */
const rows: Record<string, Cases> = {
  totp: codeCases(
    (app) => app.code(),
    (app) => app.wrongCode(),
  ),
  'recovery-code': codeCases(
    (app) => app.recoveryCodes[0]!,
    () => 'aaaa-bbbb-cccc-dddd',
  ),
  passkey: {
    ok: { status: 200, call: async () => signInWithSecond(await setUpPasskey(), await challengeOf()) },
    wrong: {
      status: 400,
      code: 'svc_passkey_refused',
      async call() {
        await setUpPasskey()
        return signInWithSecond(createSoftwarePasskey(), await challengeOf())
      },
    },
    'disabled user': {
      status: 401,
      code: 'svc_unauthorized',
      async call() {
        const passkey = await setUpPasskey()
        const challenge = await challengeOf()
        const answer = passkey.answer(await options(challenge))
        await disableVera()
        return signInWith(answer, challenge)
      },
    },
    'missing factor': {
      status: 401,
      code: 'svc_second_factor_required',
      async call() {
        await setUpPasskey()
        return password()
      },
    },
    locked: 'A signature cannot be guessed, so there is no limit; the password before it has one.',
    expired: {
      status: 401,
      code: 'svc_unauthorized',
      async call() {
        const passkey = await setUpPasskey()
        const challenge = await challengeOf()
        const answer = passkey.answer(await options(challenge))
        fixture.service.clock.advance(5 * 60_000)
        return signInWith(answer, challenge)
      },
    },
  },
}

testTable('signing in by password and', rows, checkSession(fixture))

it('every second factor has a row', () => {
  expect(Object.keys(rows)).toEqual([...secondFactors])
})
