import { expect, it } from 'vitest'
import { fleetUrl } from '../../../testing/identity-provider.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()
const get = (headers: Record<string, string>) => fixture.call('GET /access/single-sign-on', undefined, headers)

it('shows the settings without the client secret', async () => {
  const { headers } = fixture.people.administrator
  expect((await get(headers)).body.data).toMatchObject({
    enabled: false,
    issuer: '',
    has_client_secret: false,
    redirect_uri: `${fleetUrl}/sign-in/callback`,
  })
  await fixture.configure()
  const answer = await get(headers)
  expect(answer.body.data).toMatchObject({ enabled: true, has_client_secret: true, problem: null })
  expect(answer.text).not.toContain('the client secret')
})

it('is refused to managers', async () => {
  expect((await get(fixture.people.manager.headers)).status).toBe(403)
})
