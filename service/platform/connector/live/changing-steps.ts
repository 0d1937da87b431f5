import { randomBytes } from 'node:crypto'
import { keyOf } from '../parts/registration.ts'
import { expect, expectRefusal, Skipped, type Step } from './suite.ts'

const text = 'Back\\slash, "quotes", \'apostrophes\', 100% + <b>ünï</b> 🎉'

/** What changes the site and puts it back. */
export const changingSteps: Step[] = [
  {
    name: 'a draft: create, read, edit, delete',
    async run({ connector, site }) {
      const title = `Flotilla test ${randomBytes(4).toString('hex')} C:\\dir`
      const draft = {
        type: 'post',
        status: 'draft',
        title,
        content: text,
        tags: ['fifty 50%', 'b'],
        excerpt: 'x\\y',
      } as const
      const { id } = await connector.createPost(site, draft)
      const post = { id, type: 'post' } as const
      try {
        const read = await connector.getPost(site, post)
        expect(read.title === title, `the title became ${read.title}`)
        expect(read.content === text, `the text became ${read.content}`)
        expect(read.excerpt === 'x\\y', `the excerpt became ${read.excerpt}`)
        expect(
          read.tags.join() === 'b,fifty 50%' || read.tags.join() === 'fifty 50%,b',
          `the tags became ${read.tags.join()}`,
        )
        await connector.editPost(site, post, { title: 'Flotilla \\ edited' })
        const edited = await connector.getPost(site, post)
        expect(edited.title === 'Flotilla \\ edited' && edited.content === text, 'the edit did not keep the rest')
        expect((await connector.movePost(site, post, 'trash')).status === 'trash', 'it was not moved to the trash')
      } finally {
        await connector.deletePost(site, post)
      }
      await expectRefusal(connector.deletePost(site, post), 'svc_not_found_on_site')
      return `post ${id}`
    },
  },
  {
    name: 'reconnect by token',
    async run(live) {
      if (!live.token) throw new Skipped('the site gave no token')
      const before = live.site
      const { token, ...keyPair } = await live.connector.reconnect(live.site, { token: live.token })
      live.site = { ...live.site, key: keyOf(keyPair) }
      await live.connector.ping(live.site)
      await expectRefusal(live.connector.ping(before), 'svc_key_refused')
      return token === live.token ? 'the token stays' : 'a new token'
    },
  },
  {
    name: 'renew the key',
    async run(live) {
      const token = await live.connector.fetchToken(live.site)
      const keyPair = await live.connector.prepareKey()
      await live.connector.renewKey(live.site, { keyPair, token })
      live.site = { ...live.site, key: keyOf(keyPair) }
      live.token = token
      await live.connector.ping(live.site)
      return ''
    },
  },
  {
    name: 'a plugin: activate, deactivate',
    changes: true,
    async run({ connector, site }) {
      const idle = (await connector.listPlugins(site)).find(({ active, mustUse }) => !active && !mustUse)
      if (!idle) throw new Skipped('every plugin is active')
      const on = await connector.activatePlugins(site, [idle.slug])
      const off = await connector.deactivatePlugins(site, [idle.slug])
      expect(on.items[0]?.outcome === 'done', on.items[0]?.message ?? 'not activated')
      expect(off.items[0]?.outcome === 'done', off.items[0]?.message ?? 'not deactivated')
      return idle.name
    },
  },
  {
    name: 'a theme: activate another, and back',
    changes: true,
    async run({ connector, site }) {
      const themes = await connector.listThemes(site)
      const [active, other] = [themes.find((theme) => theme.active), themes.find((theme) => !theme.active)]
      if (!active || !other) throw new Skipped('there is only one theme')
      const there = await connector.activateTheme(site, other.slug)
      const back = await connector.activateTheme(site, active.slug)
      expect(there.items[0]?.outcome === 'done', there.items[0]?.message ?? 'not activated')
      expect(back.items[0]?.outcome === 'done', back.items[0]?.message ?? 'not activated again')
      const refused = await connector.deleteThemes(site, [active.slug])
      expect(refused.items[0]?.code === 'svc_theme_active', 'deleting the active theme was not refused')
      return `${active.slug}, ${other.slug}`
    },
  },
  {
    name: 'install a plugin, install it again, delete it',
    changes: true,
    async run({ connector, site, options }) {
      if (!options.package) throw new Skipped('needs --package')
      const wanted = { type: 'plugin', url: options.package } as const
      const installed = await connector.install(site, wanted)
      expect(installed.outcome === 'done' && installed.slug, installed.message ?? 'not installed')
      const again = await connector.install(site, wanted)
      expect(again.outcome === 'failed', `installing over it was ${again.outcome}`)
      const { items } = await connector.deletePlugins(site, [installed.slug])
      expect(items[0]?.outcome === 'done', items[0]?.message ?? 'not deleted')
      return `${installed.slug} ${installed.version}`
    },
  },
  {
    name: 'a user: create, change, delete',
    changes: true,
    async run({ connector, site }) {
      const login = `flotilla-${randomBytes(4).toString('hex')}`
      const password = `${randomBytes(8).toString('hex')}'"\\`
      const { id } = await connector.createUser(site, {
        login,
        email: `${login}@example.com`,
        password,
        role: 'subscriber',
      })
      try {
        await connector.updateUser(site, id, { displayName: 'Flotilla Test' })
        await connector.changeRole(site, id, 'author')
        await connector.setUserPassword(site, id, `${password}2`)
        const [seen] = await connector.searchUsers(site, { text: login, in: ['user_login'] })
        expect(
          seen?.displayName === 'Flotilla Test' && seen.roles.join() === 'author',
          `the user became ${JSON.stringify(seen)}`,
        )
      } finally {
        await connector.deleteUser(site, id)
      }
      await expectRefusal(connector.deleteUser(site, id), 'svc_not_found_on_site')
      return login
    },
  },
  {
    name: 'upkeep: cache, transients, unique ID, sessions',
    changes: true,
    async run({ connector, site, options }) {
      const { status } = await connector.purgeCache(site)
      await connector.runMaintenance(site, ['transients_expired'])
      await connector.setUniqueId(site, 'flotilla-try')
      expect(
        (await connector.readSite(site, { parts: [] })).uniqueId === 'flotilla-try',
        'the unique ID was not stored',
      )
      await connector.setUniqueId(site, options.uniqueId ?? '')
      await connector.endSessions(site)
      await connector.readSite(site, { parts: [] })
      return `cache: ${status}`
    },
  },
]
