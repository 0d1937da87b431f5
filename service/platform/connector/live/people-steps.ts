import { randomBytes } from 'node:crypto'
import { keyOf } from '../parts/registration.ts'
import { expect, expectRefusal, type Live, Skipped, type Step } from './suite.ts'

const named = () => `flotilla-${randomBytes(4).toString('hex')}`
/** Characters that forms, PHP and WordPress tend to change. */
const oddPassword = () => `${randomBytes(8).toString('hex')} '"\\ %41+&ü€`

async function withUser<Seen>(
  live: Live,
  role: string,
  password: string,
  work: (user: { id: number; login: string }) => Promise<Seen>,
): Promise<Seen> {
  const login = named()
  const { connector } = live
  const { id } = await connector.createUser(live.site, { login, email: `${login}@example.com`, password, role })
  try {
    return await work({ id, login })
  } finally {
    // The key may have changed meanwhile.
    await connector.deleteUser(live.site, id)
    const left = await connector.searchUsers(live.site, { text: login, in: ['user_login'] })
    expect(left.length === 0, `${login} is still a user of the site`)
    // In a network the user stays, without this site: then the second call has nothing to do and succeeds.
    await connector.deleteUser(live.site, id).catch((error: { code?: string }) => {
      expect(error.code === 'svc_not_found_on_site', `the second deletion ended with ${error.code}`)
    })
  }
}

export const peopleSteps: Step[] = [
  {
    name: 'a user: create, change, delete',
    changes: true,
    run: (live) =>
      withUser(live, 'subscriber', oddPassword(), async ({ id, login }) => {
        const { connector, site } = live
        await connector.updateUser(site, id, { displayName: 'Flotilla "O\'Test" \\ é', lastName: "O'Test" })
        await connector.changeRole(site, id, 'author')
        const [seen] = await connector.searchUsers(site, { text: login, in: ['user_login'] })
        expect(seen?.displayName === 'Flotilla "O\'Test" \\ é', `the name became ${seen?.displayName}`)
        expect(seen.roles.join() === 'author', `the roles became ${seen.roles.join()}`)
        const twin = { login, email: `twin-${login}@example.com`, password: oddPassword(), role: 'subscriber' }
        await expectRefusal(connector.createUser(site, twin), 'svc_site_error')
        return login
      }),
  },
  {
    name: 'odd passwords arrive as they are',
    changes: true,
    async run(live) {
      if (!live.token) throw new Skipped('without a token there would be no way back')
      const [first, second] = [oddPassword(), oddPassword()]
      return withUser(live, 'administrator', first, async ({ id, login }) => {
        await expectConnects(live, login, first)
        await live.connector.setUserPassword(live.site, id, second)
        await expectConnects(live, login, second)
        return first.slice(16)
      })
    },
  },
]

/** A connected site accepts only its own administrator, so we disconnect and reconnect by token. */
async function expectConnects(live: Live, login: string, password: string): Promise<void> {
  const { connector, site } = live
  await connector.disconnect(site)
  const other = { ...site, admin: login }
  const seen = await connector.register(other, { password }).then(
    async (registration) => {
      await connector.disconnect({ ...other, key: keyOf(registration) })
      return 'connected'
    },
    (error: Error) => error.message,
  )
  // The step before has stored the token.
  const own = await connector.reconnect(site, { token: live.token! })
  live.site = { ...site, key: keyOf(own) }
  expect(seen === 'connected', `the password was not taken: ${seen}`)
}
