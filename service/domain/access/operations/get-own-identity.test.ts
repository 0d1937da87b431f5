import { expect, it } from 'vitest'
import { cookiesOf, signInAs } from '../../../testing/people.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()

it('shows whether the user is linked', async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.viewer)
  const get = (given: Record<string, string>) => fixture.call('GET /access/me/identity', undefined, given)
  expect((await get(headers)).body.data).toMatchObject({ available: false, provider: null, linked: false })
  await fixture.configure()
  expect((await get(headers)).body.data).toMatchObject({ available: true, provider: 'Harbour ID', has_password: true })
  const answer = await fixture.signIn({ sub: 'grace-1', groups: ['agency'] })
  const cookie = `flotilla_session=${cookiesOf(answer).flotilla_session}`
  expect((await get({ cookie })).body.data).toMatchObject({
    linked: true,
    has_password: false,
    linked_at: expect.any(String),
  })
})
