import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../../clock.ts'
import { messageOf } from '../../../error-facts.ts'
import { CookieJar } from '../../../outbound/cookie-jar.ts'
import { createOutbound } from '../../../outbound/http-client.ts'
import type { ChildSite } from '../../child-site.ts'
import { type Connector, createConnector } from '../../connector.ts'
import { keyPool } from '../../key-source.ts'
import { keyOf } from '../../parts/registration.ts'
import { BrowserSession } from '../move-in/browser-session.ts'
import { FlotillaClient } from '../move-in/flotilla-client.ts'
import { expect, type Result } from '../suite.ts'
import { type LiveItem, plugin, premium, premiumZip, type ReleaseServer, serveReleases, theme } from './releases.ts'
import type { RolloutOptions } from './rollout-options.ts'

interface Step {
  state: string
  message: string | null
  can_roll_back: boolean
  evidence: {
    healthy: boolean | null
    guard: { state: string; message: string; culprit: { message: string; file: string } | null }[]
  } | null
  rollback: {
    state: string
    message: string | null
    items: { result: string; source: string | null; message: string }[]
  } | null
}

interface Live {
  options: RolloutOptions
  flotilla: FlotillaClient
  releases: ReleaseServer
  visitor: BrowserSession
  siteId: number
}

/** Rolls releases out to a real site and reports each result at once. */
export async function runRollouts(options: RolloutOptions, report: (result: Result) => void): Promise<Result[]> {
  const { allowNetworks, verifyTls, servePackages } = options.site
  const outbound = createOutbound({ allowNetworks })
  const keys = keyPool(1)
  const connector = createConnector({ outbound, keys, clock: systemClock, allowNetworks })
  const releases = await serveReleases(servePackages)
  const browser = () => new BrowserSession(outbound, verifyTls)
  const live: Live = {
    options,
    flotilla: new FlotillaClient(browser(), options.flotilla),
    releases,
    visitor: browser(),
    siteId: 0,
  }
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
    if (!options.readOnly)
      await run('install the plugin and the theme of this suite', () =>
        withConnection(options, connector, (site) => installFirst(connector, site, releases)),
      )
    await run('add the site to Flotilla', async () => {
      const { url, user: admin, password } = options.site
      await live.flotilla.signIn()
      const added = await live.flotilla.call<{ id: number }>('POST /sites/add', {
        url,
        admin,
        admin_password: password,
        ssl_verify: verifyTls,
        require_connection: true,
      })
      live.siteId = added.id
      await liftHeldReleases(live)
      return `site ${added.id}`
    })
    for (const [name, work] of options.readOnly ? readOnlySteps : steps) await run(name, () => work(live))
    await run('remove the site and delete the plugin and the theme', async () => {
      await live.flotilla.call(`POST /sites/${live.siteId}/disconnect`, { confirm: true, notify_child: true })
      return withConnection(options, connector, async (site) => {
        if (options.readOnly) return 'the plugin stays'
        await connector.deletePlugins(site, [plugin.slug, premium.slug])
        const other = (await connector.listThemes(site)).find(({ slug }) => slug !== theme.slug)
        if (other) await connector.activateTheme(site, other.slug)
        await connector.deleteThemes(site, [theme.slug])
        return `${await connector.sweepGuards(site, [])} files of guards were left`
      })
    })
    return results
  } finally {
    keys.close()
    await releases.close()
    await outbound.close()
  }
}

/** Releases that failed on other sites in earlier runs of this suite. */
async function liftHeldReleases({ flotilla }: Live): Promise<void> {
  const held = await flotilla.call<{ held_release_id: number; slug: string }[]>('GET /update-policies/held-releases')
  for (const { held_release_id: id, slug } of held)
    if (slug === plugin.slug || slug === theme.slug)
      await flotilla.call(`POST /update-policies/held-releases/${id}/lift`, {})
}

/** Connects the site for a moment: a plugin that is in no directory is installed by its address. */
export async function withConnection<Seen>(
  { site: options }: RolloutOptions,
  connector: Connector,
  work: (site: ChildSite) => Promise<Seen>,
): Promise<Seen> {
  const { url, verifyTls, user: admin, password, basicAuth, uniqueId } = options
  const server = 'https://flotilla-live-suite.invalid/'
  const address = {
    id: 'live',
    label: url,
    url,
    verifyTls,
    basicAuth,
    cookies: new CookieJar(systemClock),
    admin,
    server,
    uniqueId,
  }
  const registration = await connector.register(address, { password })
  const site = { ...address, key: keyOf(registration) }
  try {
    return await work(site)
  } finally {
    await connector.disconnect(site)
  }
}

async function installFirst(connector: Connector, site: ChildSite, releases: ReleaseServer): Promise<string> {
  for (const item of [plugin, theme]) {
    const installed = await connector.install(site, {
      type: item.type,
      url: releases.address(item, '1.0'),
      overwrite: true,
      activate: item.type === 'plugin',
    })
    expect(installed.outcome === 'done', installed.message ?? `${item.name} was not installed`)
  }
  await connector.activateTheme(site, theme.slug)
  return '1.0 of both'
}

/** Rolls a release out; returns the step of the site when the rollout has finished or is paused. */
async function rollOut(live: Live, item: LiveItem, version: string): Promise<{ id: number; step: Step }> {
  const { flotilla, releases, siteId } = live
  releases.offers[item.type] = version
  await flotilla.call(`POST /sites/${siteId}/sync`, {})
  const { rollout_id: id } = await flotilla.call<{ rollout_id: number }>('POST /rollouts', {
    include: [siteId],
    slug: [item.slug],
  })
  const step = await untilStep(live, id, ({ state }) => state !== 'waiting' && state !== 'running')
  // The rollout ends a moment after its last step.
  for (let read = 0; read < 600; read++) {
    const { status } = await flotilla.call<{ status: string }>(`GET /rollouts/${id}`)
    if (status !== 'running') break
    await setTimeout(500)
  }
  releases.offers[item.type] = ''
  return { id, step }
}

async function untilStep({ flotilla }: Live, id: number, isOver: (step: Step) => boolean): Promise<Step> {
  for (let read = 0; read < 600; read++) {
    const [step] = await flotilla.call<Step[]>(`GET /rollouts/${id}/steps`)
    if (step && isOver(step)) return step
    await setTimeout(500)
  }
  throw new Error(`rollout ${id} did not end`)
}

/** As a visitor: the status of the homepage, and the version that is installed. */
async function visit(
  { visitor, options }: Live,
  { type, name }: Pick<LiveItem, 'type' | 'name'> | typeof premium,
): Promise<{ status: number; version: string }> {
  const { status } = await visitor.open(`${options.site.url}?flotilla-check=${Date.now()}`)
  const { body } = await visitor.open(new URL(`wp-content/${type}s/${name}/version.txt`, options.site.url).href)
  return { status, version: body.trim() }
}

/** Rolls a bad release out and expects the old version back. */
async function expectRolledBack(live: Live, item: LiveItem, version: string, byGuard: boolean): Promise<string> {
  const { step } = await rollOut(live, item, version)
  expect(step.state === 'rolled_back', `the step is ${step.state}: ${step.message}`)
  const [guard] = step.evidence?.guard ?? []
  expect(guard?.state === 'restored', `the guard is ${guard?.state}: ${guard?.message}`)
  if (byGuard)
    expect(guard.culprit?.message.includes('flotilla_live_missing_function'), `culprit: ${guard.culprit?.message}`)
  const seen = await visit(live, item)
  expect(seen.status === 200 && seen.version === '1.0', `visitors get ${seen.status}, version ${seen.version}`)
  expect(step.evidence?.healthy === true, 'the checks did not pass after the rollback')
  return guard.culprit ? `${guard.culprit.file}: ${guard.culprit.message.slice(0, 80)}` : 'rolled back by Flotilla'
}

/** Rolls a good release out and back again. */
async function expectRollback(live: Live, item: LiveItem): Promise<string> {
  const { id, step } = await rollOut(live, item, '1.5')
  expect(step.state === 'updated' && step.can_roll_back, `the step is ${step.state}: ${step.message}`)
  expect((await visit(live, item)).version === '1.5', 'version 1.5 is not installed')
  await live.flotilla.call(`POST /rollouts/${id}/roll-back`, { confirm: true })
  const { rollback } = await untilStep(
    live,
    id,
    ({ rollback: each }) => !['waiting', 'running'].includes(each?.state ?? 'waiting'),
  )
  expect(rollback?.state === 'done', `the rollback is ${rollback?.state}: ${rollback?.message}`)
  const seen = await visit(live, item)
  expect(seen.status === 200 && seen.version === '1.0', `visitors get ${seen.status}, version ${seen.version}`)
  return `1.5, then 1.0 from the ${rollback.items[0]?.source}`
}

interface InstalledPackage {
  result: string
  message: string
  version: string | null
  evidence: { guard: { state: string }[] } | null
}

/** Uploads a zip file and installs it: the site downloads it from Flotilla at an address for one use. */
async function installUpload({ flotilla, siteId }: Live, version: string): Promise<InstalledPackage> {
  const { package_id } = await flotilla.call<{ package_id: number }>('POST /packages/parts', {
    ...{ upload_id: randomBytes(16).toString('hex'), file_name: 'premium.zip', part: 0, last: true },
    content: premiumZip(version).toString('base64'),
  })
  const request = { package_id, activate: true, confirm: true }
  return flotilla.call(`POST /sites/${siteId}/software/install-package`, request)
}

/** New, then newer over it, then a bad one. PUBLIC_URL of Flotilla must be an address that the site can call. */
async function expectUploads(live: Live): Promise<string> {
  for (const version of ['1.0', '1.5']) {
    const { result, message } = await installUpload(live, version)
    expect(result === 'updated', `${version} is ${result}: ${message}`)
    const seen = await visit(live, premium)
    expect(seen.status === 200 && seen.version === version, `visitors get ${seen.status}, version ${seen.version}`)
  }
  const bad = await installUpload(live, '1.1')
  const [guard] = bad.evidence?.guard ?? []
  expect(bad.result === 'rolled_back' && guard?.state === 'restored', `1.1 is ${bad.result}: ${bad.message}`)
  const seen = await visit(live, premium)
  expect(seen.status === 200 && seen.version === '1.5', `visitors get ${seen.status}, version ${seen.version}`)
  return '1.0 newly, 1.5 over it, 1.1 is fatal and rolled back'
}

type NamedStep = [name: string, work: (live: Live) => Promise<string>]

const steps: NamedStep[] = [
  ['rollout: a plugin that is fatal when it loads', (live) => expectRolledBack(live, plugin, '1.1', true)],
  ['rollout: a plugin that is fatal in the administration', (live) => expectRolledBack(live, plugin, '1.4', true)],
  ['rollout: a plugin that leaves a blank page', (live) => expectRolledBack(live, plugin, '1.2', false)],
  ['rollout: a theme that is fatal when it loads', (live) => expectRolledBack(live, theme, '1.1', true)],
  ['rollout of a good plugin, rolled back by a person', (live) => expectRollback(live, plugin)],
  ['rollout of a good theme, rolled back by a person', (live) => expectRollback(live, theme)],
  ['an uploaded zip file, which no directory has', expectUploads],
]

const readOnlySteps: NamedStep[] = [
  [
    'rollout: a folder that the server may not write',
    async (live) => {
      const { step } = await rollOut(live, plugin, '1.5')
      const [guard] = step.evidence?.guard ?? []
      expect(
        guard?.state === 'refused' && guard.message.includes('may not write'),
        `the guard is ${guard?.state}: ${guard?.message}`,
      )
      expect(['failed', 'rolled_back'].includes(step.state), `the step is ${step.state}: ${step.message}`)
      expect((await visit(live, plugin)).version === '1.0', 'the version changed')
      return `${guard.message} ${step.message}`
    },
  ],
]
