import { randomBytes } from 'node:crypto'
import { keyOf } from '../parts/registration.ts'
import { expectRefusal, Skipped, type Step } from './suite.ts'

/** Ends with the site connected, or with nothing left to try. */
export const connectingSteps: Step[] = [
  {
    name: 'probe',
    always: true,
    async run({ connector, site }) {
      const { connectorVersion, wordpressVersion, correctedUrl } = await connector.probe(site)
      return `connector ${connectorVersion}, WordPress ${wordpressVersion}${correctedUrl ? `, really at ${correctedUrl}` : ''}`
    },
  },
  {
    name: 'a wrong password, name or token is refused',
    always: true,
    async run({ connector, site, options }) {
      const wrong = { password: `${options.password} but wrong` }
      await expectRefusal(connector.register(site, wrong), 'svc_registration_refused')
      const unknownUser = { ...site, admin: `unknown-${randomBytes(4).toString('hex')}` }
      await expectRefusal(connector.register(unknownUser, { password: options.password }), 'svc_registration_refused')
      const token = `${randomBytes(20).toString('hex')}-${randomBytes(20).toString('hex')}`
      await expectRefusal(connector.reconnect(site, { token }), 'reconnect_failed')
      return ''
    },
  },
  {
    name: 'register',
    always: true,
    async run(live) {
      const { password } = live.options
      const { token, correctedUrl, ...registration } = await live.connector.register(live.site, {
        password,
        parts: ['plugins'],
      })
      live.token = token
      live.site = { ...live.site, url: correctedUrl ?? live.site.url, key: keyOf(registration) }
      const { plugins } = registration.snapshot
      return `${plugins ? `${plugins.length} plugins came along` : 'no plugins came along'}, ${token ? 'with a token' : 'without a token'}`
    },
  },
  {
    name: 'a connected site refuses other dashboards',
    async run({ connector, site, options }) {
      await expectRefusal(connector.probe(site), 'svc_already_connected')
      const other = { ...site, server: 'https://another-dashboard.invalid/' }
      await expectRefusal(connector.register(other, { password: options.password }), 'svc_registration_refused')
      await connector.ping(site)
      return ''
    },
  },
  {
    name: 'register again with the password',
    async run(live) {
      const before = live.site
      const again = await live.connector.register(live.site, { password: live.options.password })
      live.site = { ...live.site, key: keyOf(again) }
      live.token = again.token ?? live.token
      await live.connector.ping(live.site)
      await expectRefusal(live.connector.ping(before), 'svc_key_refused')
      return 'the key before is dead'
    },
  },
]

/** New keys for a connected site. */
export const renewingSteps: Step[] = [
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
    name: 'disconnect, and connect again by token',
    async run(live) {
      if (!live.token) throw new Skipped('the site gave no token')
      await live.connector.disconnect(live.site)
      const elsewhere = { ...live.site, server: 'https://moved-dashboard.invalid/' }
      const again = await live.connector.reconnect(elsewhere, { token: live.token })
      live.site = { ...elsewhere, key: keyOf(again) }
      await live.connector.ping(live.site)
      return 'under another server name'
    },
  },
]

export const partingSteps: Step[] = [
  {
    name: 'disconnect',
    async run({ connector, site }) {
      await connector.disconnect(site)
      await connector.probe(site)
      await expectRefusal(connector.ping(site), 'svc_key_refused')
      return ''
    },
  },
]
