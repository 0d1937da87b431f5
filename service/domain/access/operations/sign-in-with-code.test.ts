import { describe, expect, it } from 'vitest'
import { setUpAuthenticatorApp } from '../../../testing/authenticator-app.ts'
import { setUpService } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { password, second, challengeOf, setUp } = secondFactorCalls(fixture)
const minute = 60_000

describe('a code', () => {
  it.each([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ])('of %s steps away answers %s', async (steps, status) => {
    const { app } = await setUp()
    fixture.service.clock.advance(5 * minute)
    expect((await second(await challengeOf(), app.code(steps))).status).toBe(status)
  })

  it('is accepted once, and no older one after it', async () => {
    const { app } = await setUp()
    fixture.service.clock.advance(5 * minute)
    expect((await second(await challengeOf(), app.code())).status).toBe(200)
    expect((await second(await challengeOf(), app.code())).status).toBe(400)
    expect((await second(await challengeOf(), app.code(-1))).status).toBe(400)
    expect((await second(await challengeOf(), app.code(1))).status).toBe(200)
  })

  it('is accepted once when two sign-ins send it at the same time', async () => {
    const { app } = await setUp()
    fixture.service.clock.advance(minute)
    const challenges = [await challengeOf(), await challengeOf()]
    const answers = await Promise.all(challenges.map((challenge) => second(challenge, app.code())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('cannot be guessed: five tries from all networks together, then longer and longer waits', async () => {
    const { app } = await setUp()
    fixture.service.clock.advance(minute)
    const statuses: number[] = []
    for (let count = 0; count < 7; count++) {
      const { service } = fixture
      const payload = { challenge: await challengeOf(), code: app.wrongCode() }
      const url = '/api/v2/access/sessions/second-factor'
      const answer = await service.request({ method: 'POST', url, payload, remoteAddress: `198.51.${count}.1` })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect((await second(await challengeOf(), app.code())).status).toBe(429)
    // A recovery code has a limit of its own.
    expect((await second(await challengeOf(), app.recoveryCodes[0]!)).status).toBe(200)
    fixture.service.clock.advance(minute)
    expect((await second(await challengeOf(), app.code())).status).toBe(200)
  })
})

describe('a recovery code', () => {
  it('works once, with or without hyphens', async () => {
    const { app } = await setUp()
    const [first, other] = app.recoveryCodes as [string, string]
    expect((await second(await challengeOf(), first.toUpperCase())).status).toBe(200)
    expect((await second(await challengeOf(), first)).status).toBe(400)
    expect((await second(await challengeOf(), other.replaceAll('-', ' '))).status).toBe(200)
  })

  it('of another person does not work', async () => {
    const { app } = await setUp()
    await setUpAuthenticatorApp(fixture.service, fixture.people.manager)
    const { challenge } = (await password(fixture.people.manager)).body.data
    expect((await second(challenge, app.recoveryCodes[0]!)).status).toBe(400)
  })
})

describe('a challenge', () => {
  it('works once and for five minutes', async () => {
    const { app } = await setUp()
    const challenge = await challengeOf()
    expect((await second(challenge, app.code())).status).toBe(200)
    const used = await second(challenge, app.code(1))
    expect(used).toMatchObject({ status: 401, body: { code: 'svc_unauthorized' } })
    const late = await challengeOf()
    fixture.service.clock.advance(5 * minute)
    expect((await second(late, app.code())).status).toBe(401)
  })

  it('ends when the password changes, and when the account is disabled', async () => {
    const { app } = await setUp()
    const { id } = fixture.people.viewer
    const challenge = await challengeOf()
    await fixture.service.app.run('update-user', { id, password: 'another long pass phrase' })
    expect((await second(challenge, app.code())).status).toBe(401)
  })

  it('is stored as a hash only', async () => {
    await setUp()
    const challenge = await challengeOf()
    const stored = JSON.stringify(await fixture.service.db.selectFrom('sign_in_challenges').selectAll().execute())
    expect(stored).not.toContain(challenge)
  })
})
