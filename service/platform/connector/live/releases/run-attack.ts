import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../../clock.ts'
import { messageOf } from '../../../error-facts.ts'
import { createOutbound } from '../../../outbound/http-client.ts'
import type { ChildSite } from '../../child-site.ts'
import { type Connector, createConnector } from '../../connector.ts'
import { signedRequestField, signGuardRequest } from '../../guard/sign-guard-request.ts'
import { type KeySource, keyPool } from '../../key-source.ts'
import { keyOf } from '../../parts/registration.ts'
import { createSigner, type Signer } from '../../signing.ts'
import { offerSource, plugin, type ReleaseServer, serveReleases } from '../rollouts/releases.ts'
import { withConnection } from '../rollouts/run-rollouts.ts'
import { expect, type Result } from '../suite.ts'
import { signInToSite } from './inspect-site.ts'
import { goodRelease, pluginFiles } from './kinds.ts'
import type { ReleaseOptions } from './release-options.ts'
import { readPage } from './visitors.ts'

const [oldVersion, newVersion] = ['1.0', '4.0']
/** The shortest life of a guard. */
const guardSeconds = 60

interface Attack {
  options: ReleaseOptions
  connector: Connector
  site: ChildSite
  keys: KeySource
  signer: Signer
  releases: ReleaseServer
  guard: { id: string; token: string }
}

/** A release that works, except for a request that says so: a way for a visitor to cause fatal errors. */
const crashing = { ...goodRelease, first: "if ( isset( $_REQUEST['crash'] ) ) { flotilla_live_missing_function(); }" }

/** Attacks an armed guard with everything but the key. The new version must stay, and nothing may stay armed afterwards. */
export async function runAttack(options: ReleaseOptions, report: (result: Result) => void): Promise<Result[]> {
  const { allowNetworks, servePackages } = options.site
  const outbound = createOutbound({ allowNetworks })
  const keys = keyPool(2)
  const connector = createConnector({ outbound, keys, clock: systemClock, allowNetworks })
  const releases = await serveReleases(servePackages, (host, item, version) =>
    pluginFiles(version === newVersion ? crashing : goodRelease, version, offerSource(host, item, version)),
  )
  const results: Result[] = []
  const run = async (name: string, work: () => Promise<string>) => {
    const result: Result = await work().then(
      (note) => ({ name, outcome: 'ok', note }),
      (error: unknown) => ({ name, outcome: 'failed', note: messageOf(error) }),
    )
    results.push(result)
    report(result)
  }
  try {
    await withConnection({ ...options, readOnly: false }, connector, async (site) => {
      const signer = createSigner(4)
      const attack: Attack = { options, connector, site, keys, signer, releases, guard: { id: '', token: '' } }
      await install(attack, oldVersion)
      await arm(attack, 3_600)
      await install(attack, newVersion)
      for (const [name, work] of attacks)
        await run(name, async () => {
          const note = await work(attack)
          await expectUntouched(attack)
          return note
        })
      await run('an old signed request after the guard expired', () => expectExpired(attack))
      await run('nothing is left', async () => {
        await connector.disarmGuards(site, [attack.guard.id])
        const left = await connector.sweepGuards(site, [])
        await connector.deletePlugins(site, [plugin.slug])
        expect(left === 0, `${left} files of guards were left`)
        return 'no file of a guard'
      })
    })
    return results
  } finally {
    keys.close()
    await releases.close()
    await outbound.close()
  }
}

async function install({ connector, site, releases }: Attack, version: string): Promise<void> {
  const url = releases.address(plugin, version)
  const { outcome, message } = await connector.install(site, { type: 'plugin', url, overwrite: true, activate: true })
  expect(outcome === 'done', message ?? `version ${version} was not installed`)
}

async function arm(attack: Attack, seconds: number): Promise<void> {
  const { connector, site } = attack
  attack.guard = { id: randomBytes(16).toString('hex'), token: randomBytes(32).toString('hex') }
  const item = {
    id: attack.guard.id,
    type: 'plugin',
    slug: plugin.slug,
    version: oldVersion,
    vulnerable: false,
  } as const
  const [armed] = await connector.armGuards(site, [item], { token: attack.guard.token, seconds })
  expect(armed?.state === 'armed', `not armed: ${armed?.reason} ${armed?.message}`)
}

/** The new version is still there, and the guard still waits. */
async function expectUntouched({ options, connector, site, guard }: Attack): Promise<void> {
  const file = new URL('wp-content/plugins/flotilla-live/version.txt', options.site.url).href
  const version = (await readPage(file))?.body.trim()
  expect(version === newVersion, `the site has version ${version}`)
  const [note] = await connector.readGuards(site, [guard.id])
  expect(note?.state === 'armed', `the guard is ${note?.state}`)
}

/** Sends a value to the guard, as a person with these cookies; true: the guard answered. */
async function ask({ options }: Attack, value: string, cookie = '', path = ''): Promise<boolean> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) }
  const body = new URLSearchParams({ [signedRequestField]: value }).toString()
  const page = await readPage(new URL(path, options.site.url).href, {
    method: 'POST',
    headers,
    body,
    timeoutMs: 20_000,
  })
  return page?.body.includes('FLOTILLA-GUARD') ?? false
}

async function expectIgnored(attack: Attack, values: readonly string[], cookie = ''): Promise<string> {
  for (const value of values)
    for (const path of ['', 'wp-admin/admin-ajax.php', 'wp-login.php', 'wp-cron.php'])
      expect(!(await ask(attack, value, cookie, path)), `the guard answered to ${value.slice(0, 60)}`)
  return `${values.length * 4} requests ignored`
}

const seconds = (shift = 0) => Math.floor(Date.now() / 1000) + shift
const nonce = () => randomBytes(16).toString('hex')
const noise = (bytes = 256) => randomBytes(bytes).toString('base64url')

/** What a person can write who knows the guard and the form, and has no key. */
const forgeries = ({ guard }: Attack): string[] => [
  '',
  'x'.repeat(100_000),
  `1.${guard.id}.restore.${seconds()}.${nonce()}.`,
  `1.${guard.id}.restore.${seconds()}.${nonce()}.${noise()}`,
  `1.${guard.id}.restore.${seconds()}.${nonce()}.${'A'.repeat(342)}`,
  `1.${guard.id}.delete.${seconds()}.${nonce()}.${noise()}`,
  `2.${guard.id}.restore.${seconds()}.${nonce()}.${noise()}`,
]

/** Causes fatal errors with a parameter, as this person, and pretends to be a check of Flotilla. */
async function crash({ options, guard }: Attack, cookie = ''): Promise<string> {
  const paths = [
    '?crash=1',
    'wp-admin/admin-ajax.php?crash=1',
    'wp-json/?crash=1',
    'wp-cron.php?crash=1',
    'wp-admin/index.php?crash=1',
  ]
  for (const path of paths)
    for (const header of ['', noise(32), guard.id])
      for (let times = 0; times < 2; times++)
        await readPage(new URL(path, options.site.url).href, {
          headers: { ...(cookie && { cookie }), ...(header && { 'x-flotilla-guard': header }) },
          timeoutMs: 20_000,
        })
  return `${paths.length * 6} fatal errors`
}

async function asUser(attack: Attack, name: string): Promise<string> {
  const cookie = await signInToSite(attack.options.site, name)
  expect(cookie !== null, `${name} could not sign in: the site needs such a user with the same password`)
  const ignored = await expectIgnored(attack, forgeries(attack), cookie)
  return `${ignored}, ${await crash(attack, cookie)}`
}

const signed = (attack: Attack, action: 'restore' | 'state', key: ChildSite['key'], shiftMs = 0) =>
  signGuardRequest(attack.signer, key, { id: attack.guard.id, action, nowMs: Date.now() + shiftMs })

const attacks: [name: string, work: (attack: Attack) => Promise<string>][] = [
  ['a visitor', async (attack) => `${await expectIgnored(attack, forgeries(attack))}, ${await crash(attack)}`],
  ['a subscriber', (attack) => asUser(attack, 'subscriber')],
  ['an editor', (attack) => asUser(attack, 'editor')],
  [
    'the key of another dashboard',
    async (attack) => {
      const key = keyOf(await attack.keys.take())
      return expectIgnored(attack, [(await signed(attack, 'restore', key)).value])
    },
  ],
  [
    'a signature of a call of the connector',
    async (attack) => {
      const message = `1.${attack.guard.id}.restore.${seconds()}.${nonce()}`
      const { signature } = await attack.signer.sign(attack.site.key, message)
      const url = Buffer.from(signature, 'base64').toString('base64url')
      return expectIgnored(attack, [`${message}.${url}`])
    },
  ],
  [
    'a signed question changed into another one',
    async (attack) => {
      const { value } = await signed(attack, 'state', attack.site.key)
      const other = randomBytes(16).toString('hex')
      return expectIgnored(attack, [value.replace('.state.', '.restore.'), value.replace(attack.guard.id, other)])
    },
  ],
  [
    'a signed request once more',
    async (attack) => {
      const { value } = await signed(attack, 'state', attack.site.key)
      expect(await ask(attack, value), 'the guard did not answer to a true request')
      return `answered once; ${await expectIgnored(attack, [value])}`
    },
  ],
  [
    'a signed request of ten minutes ago, and of the future',
    async (attack) =>
      expectIgnored(attack, [
        (await signed(attack, 'restore', attack.site.key, -600_000)).value,
        (await signed(attack, 'restore', attack.site.key, 600_000)).value,
      ]),
  ],
  [
    'a request for a guard that is gone',
    async (attack) => {
      const gone = { ...attack, guard: { ...attack.guard, id: createHash('md5').update('gone').digest('hex') } }
      return expectIgnored(attack, [(await signed(gone, 'restore', attack.site.key)).value])
    },
  ],
]

/** A guard that has expired answers nothing and restores nothing. */
async function expectExpired(attack: Attack): Promise<string> {
  const { connector, site } = attack
  await connector.disarmGuards(site, [attack.guard.id])
  await install(attack, oldVersion)
  await arm(attack, guardSeconds)
  const { value } = await signed(attack, 'restore', site.key)
  await install(attack, newVersion)
  await setTimeout(1_000 * (guardSeconds + 5))
  await expectIgnored(attack, [value, (await signed(attack, 'restore', site.key)).value])
  await crash(attack)
  const [note] = await connector.readGuards(site, [attack.guard.id])
  expect(note?.state === 'absent', `the guard is ${note?.state}`)
  const file = new URL('wp-content/plugins/flotilla-live/version.txt', attack.options.site.url).href
  expect((await readPage(file))?.body.trim() === newVersion, 'the old version is back')
  return 'nothing restored, the guard is gone'
}
