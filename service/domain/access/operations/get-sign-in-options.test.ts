import { describe, expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const url = '/api/v2/access/sign-in-options'

describe('with PUBLIC_URL and a mail server', () => {
  const fixture = setUpMailLinks()
  it('offers password resets to callers without credentials', async () => {
    const { body } = await fixture.service.request({ url })
    expect(body.data).toMatchObject({ password_reset: { available: true, reason: null } })
  })
})

describe('without them', () => {
  const fixture = setUpService()
  it('says why there are no password resets', async () => {
    const { body } = await fixture.service.request({ url })
    expect(body.data).toMatchObject({
      password_reset: { available: false, reason: expect.stringContaining('PUBLIC_URL') },
    })
  })
})
