import { describe, expect, it } from 'vitest'
import { cookiesOf } from '../../../testing/people.ts'
import type { Answer, TestService } from '../../../testing/test-service.ts'

export const outcomes = ['ok', 'wrong', 'disabled user', 'missing factor', 'locked', 'expired'] as const
export type SignInOutcome = (typeof outcomes)[number]

export interface Case {
  /** Makes the calls of this case; the last one is checked. */
  call(): Promise<Answer>
  status: number
  code?: string
}

/** What each way in answers; a text is the reason why the way has no such case. */
export type Cases = Record<SignInOutcome, Case | string>

/** Tests every cell of the table. */
export function testTable(
  subject: string,
  rows: Record<string, Cases>,
  check: (answer: Answer, outcome: SignInOutcome) => Promise<void>,
): void {
  describe.each(Object.keys(rows))(`${subject} %s`, (name) => {
    it.each(outcomes)('%s', async (outcome) => {
      const expected = rows[name]![outcome]
      if (typeof expected === 'string') return expect(expected).toMatch(/^[A-Z].*\.$/)
      const answer = await expected.call()
      const { status, body } = answer
      expect({ status, code: body.code }).toEqual({ status: expected.status, code: expected.code })
      await check(answer, outcome)
    })
  })
}

/** A sign-in that succeeds opens a session; every other one opens none. */
export const checkSession =
  (fixture: { service: TestService }) =>
  async (answer: Answer, outcome: SignInOutcome): Promise<void> => {
    const { service } = fixture
    const cookies = cookiesOf(answer)
    if (outcome === 'ok') {
      const headers = { cookie: `flotilla_session=${cookies.flotilla_session}` }
      expect((await service.request({ url: '/api/v2/access/me', headers })).status).toBe(200)
      return
    }
    expect(cookies).toEqual({})
    expect(await service.db.selectFrom('sessions').select('id').execute()).toEqual([])
  }
