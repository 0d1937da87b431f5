import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { systemClock } from '../../../clock.ts'
import { messageOf } from '../../../error-facts.ts'
import { createOutbound } from '../../../outbound/http-client.ts'
import { createConnector } from '../../connector.ts'
import { keyPool } from '../../key-source.ts'
import { BrowserSession } from '../move-in/browser-session.ts'
import { FlotillaClient } from '../move-in/flotilla-client.ts'
import { offerSource, plugin, serveReleases } from '../rollouts/releases.ts'
import { withConnection } from '../rollouts/run-rollouts.ts'
import { expect, type Result } from '../suite.ts'
import { inspectSite, signInToSite } from './inspect-site.ts'
import { installRelease, type LiveReleases } from './install-release.ts'
import { goodRelease, pluginFiles, type ReleaseKind, releaseKinds } from './kinds.ts'
import { endOfEvents, findContradictions, type PlaceReports, readPlaces } from './places.ts'
import { type ReleaseOptions, type ReleaseWay, wayInTurn } from './release-options.ts'
import { readPage, type Seen, Visitors } from './visitors.ts'

const firstVersion = '1.0'

export interface ReleaseRow {
  kind: ReleaseKind
  version: string
  way: ReleaseWay
  isNoticed: boolean
  isHealed: boolean
  /** What is broken at the end. */
  left: string[]
  seen: Seen
  said: PlaceReports
  contradictions: string[]
  seconds: number
}

/** Updates the site to each release and reports each result at once. */
export async function runReleases(
  options: ReleaseOptions,
  report: (result: Result) => void,
  print: (line: string) => void,
): Promise<Result[]> {
  const { allowNetworks, verifyTls, servePackages } = options.site
  const outbound = createOutbound({ allowNetworks })
  const keys = keyPool(1)
  const connector = createConnector({ outbound, keys, clock: systemClock, allowNetworks })
  const kindOf = new Map<string, ReleaseKind>()
  const releases = await serveReleases(servePackages, (host, item, version) =>
    pluginFiles(kindOf.get(version) ?? goodRelease, version, offerSource(host, item, version)),
  )
  const flotilla = new FlotillaClient(new BrowserSession(outbound, verifyTls), options.flotilla)
  const results: Result[] = []
  const note = (result: Result) => {
    results.push(result)
    report(result)
  }
  try {
    await withConnection({ ...options, readOnly: false }, connector, async (site) => {
      const url = releases.address(plugin, firstVersion)
      const installed = await connector.install(site, { type: 'plugin', url, overwrite: true, activate: true })
      expect(installed.outcome === 'done', installed.message ?? 'the plugin was not installed')
    })
    await flotilla.signIn()
    const { url, user: admin, password } = options.site
    const added = await flotilla.call<{ id: number }>('POST /sites/add', {
      url,
      admin,
      admin_password: password,
      ssl_verify: verifyTls,
      require_connection: true,
    })
    const live: LiveReleases = { options, flotilla, releases, siteId: added.id, kindOf }
    await keep(options, 'save')
    try {
      const rows = options.good > 0 ? await runGood(live, note) : await runKinds(live, note)
      for (const line of describeRows(rows)) print(line)
    } finally {
      // Parting needs a sign-in of the last minutes.
      await flotilla.signIn()
      await flotilla.call(`POST /sites/${live.siteId}/disconnect`, { confirm: true, notify_child: true })
      await flotilla.call(`DELETE /sites/${live.siteId}/remove?confirm=true`)
    }
    const left = await withConnection({ ...options, readOnly: false }, connector, async (site) => {
      await connector.deletePlugins(site, [plugin.slug])
      return connector.sweepGuards(site, [])
    })
    note({ name: 'files of guards', outcome: left === 0 ? 'ok' : 'failed', note: `${left} were left` })
    return results
  } finally {
    keys.close()
    await releases.close()
    await outbound.close()
  }
}

async function runKinds(live: LiveReleases, note: (result: Result) => void): Promise<ReleaseRow[]> {
  const { only, way } = live.options
  const rows: ReleaseRow[] = []
  const kinds = releaseKinds.filter(({ name }) => only.length === 0 || only.includes(name))
  const minute = Math.floor(Date.now() / 60_000)
  for (const [index, kind] of kinds.entries()) {
    const version = `2.${index + 1}.${minute}`
    try {
      const row = await tryRelease(live, kind, version, way ?? wayInTurn(index + live.siteId))
      rows.push(row)
      note({ name: kind.what, outcome: isAsWanted(row) ? 'ok' : 'failed', note: describeRow(row) })
      if (row.isHealed && !kind.isGood && !kind.isRefused) continue
    } catch (error) {
      note({ name: kind.what, outcome: 'failed', note: messageOf(error) })
    }
    if (live.options.keeper === null && !kind.isGood && !kind.isRefused) break
    await keep(live.options, 'restore')
  }
  return rows
}

/** Good releases, each over the last one. */
async function runGood(live: LiveReleases, note: (result: Result) => void): Promise<ReleaseRow[]> {
  const minute = Math.floor(Date.now() / 60_000)
  const rows: ReleaseRow[] = []
  let before = firstVersion
  for (let run = 1; run <= live.options.good; run++) {
    const version = `3.${run}.${minute}`
    const way = live.options.way ?? wayInTurn(run)
    const row = await tryRelease(live, goodRelease, version, way, before)
    rows.push(row)
    if (!isAsWanted(row)) note({ name: `good release ${run}`, outcome: 'failed', note: describeRow(row) })
    before = version
  }
  const isAlarm = ({ isNoticed, contradictions, left }: ReleaseRow) =>
    isNoticed || (contradictions.length > 0 && left.length === 0)
  const late = await findLateAlarms(live, new Set(rows.map(({ version }) => version)))
  for (const line of late) note({ name: 'false alarm in a repeated check', outcome: 'failed', note: line })
  const alarms = rows.filter(isAlarm).length + late.length
  const slow = rows.filter((row) => row.left.length > 0).length
  const others = slow === 0 ? '' : `; the suite itself found the site slow or broken after ${slow}`
  const outcome = alarms === 0 ? 'ok' : 'failed'
  note({ name: 'false alarms', outcome, note: `${alarms} in ${rows.length} runs${others}` })
  return rows
}

/** Waits for the last repeated check, and reads what became of all releases since. */
async function findLateAlarms({ flotilla, siteId, options }: LiveReleases, versions: ReadonlySet<string>) {
  const slug = encodeURIComponent(plugin.slug)
  const read = () =>
    flotilla.call<{ wanted_version: string; result: string; checks: string | null; watch: string | null }[]>(
      `GET /updates/history?site_id=${siteId}&slug=${slug}&per_page=100`,
    )
  const end = Date.now() + 60_000 * Math.max(0, ...options.soak) + 180_000
  let rows = await read()
  while (rows.some(({ watch }) => watch === 'watching') && Date.now() < end) {
    await setTimeout(5_000)
    rows = await read()
  }
  return rows
    .filter(({ wanted_version }) => versions.has(wanted_version))
    .filter(({ result, checks, watch }) => result !== 'updated' || checks === 'failed' || watch === 'failed')
    .map(({ wanted_version, result, checks, watch }) => `${wanted_version}: ${result}/${checks}, watch ${watch}`)
}

const isAsWanted = ({ kind, isHealed, isNoticed, contradictions }: ReleaseRow) =>
  isHealed && contradictions.length === 0 && (kind.isGood ? !isNoticed : isNoticed)

async function tryRelease(
  live: LiveReleases,
  kind: ReleaseKind,
  version: string,
  way: ReleaseWay,
  before = firstVersion,
): Promise<ReleaseRow> {
  const { options, flotilla, siteId, kindOf } = live
  const { site } = options
  kindOf.set(version, kind)
  await liftHeldReleases(flotilla)
  const since = await endOfEvents(flotilla)
  const began = performance.now()
  const versionFile = new URL('wp-content/plugins/flotilla-live/version.txt', site.url).href
  const visitors = new Visitors(site.url, versionFile, before, kind.isGood ? 1_000 : 100)
  try {
    const { answer, watchedUntil } = await installRelease(live, kind, version, way)
    const installed = async () => (await readPage(versionFile))?.body.trim() ?? ''
    if (!kind.isGood && !kind.isRefused) await untilTakenBack(live, kind, { installed, before, watchedUntil })
    const others = new Set([...kindOf.keys()].filter((each) => each !== version))
    const isLate = kind.breaksAfter !== undefined || kind.needsPerson === true
    const read = () => readPlaces(flotilla, { siteId, version, others, since, answer })
    let said = await read()
    // A guard that acted by itself is noticed at the next check of a watched site.
    const end = Date.now() + 60_000 * Math.max(0, ...options.soak) + 45_000
    while (isLate && said.history.startsWith('updated/') && Date.now() < end) {
      await setTimeout(5_000)
      said = await read()
    }
    const seen = await visitors.stop()
    const left = await inspectSite(site, await signInToSite(site))
    const isTakenBack = (await installed()) === before
    const isHealed = left.length === 0 && (kind.isGood ? !isTakenBack : isTakenBack)
    const isNoticed = !/^updated\/(passed|null|not_checked)/.test(said.history) && said.history !== 'nothing'
    const contradictions = findContradictions(said, {
      isGood: kind.isGood === true,
      isHealthy: left.length === 0,
      isTakenBack,
      isLate,
      version,
    })
    const seconds = (performance.now() - began) / 1000
    return { kind, version, way, isNoticed, isHealed, left, seen, said, contradictions, seconds }
  } finally {
    await visitors.stop()
  }
}

/** Waits while a release may still be taken back; a person meanwhile opens the administration. */
async function untilTakenBack(
  { options }: LiveReleases,
  kind: ReleaseKind,
  { installed, before, watchedUntil }: { installed(): Promise<string>; before: string; watchedUntil: number | null },
): Promise<void> {
  const patience = kind.breaksAfter === undefined ? 20_000 : 1_000 * (kind.breaksAfter + 90)
  const end = Math.max(Date.now() + patience, watchedUntil === null ? 0 : watchedUntil + 30_000)
  const cookie = kind.needsPerson ? await signInToSite(options.site) : null
  while (Date.now() < end && (await installed()) !== before) {
    if (cookie !== null) await readPage(new URL('wp-admin/index.php', options.site.url).href, { headers: { cookie } })
    await setTimeout(1_000)
  }
  // The last lines are written after the files.
  await setTimeout(2_000)
}

async function liftHeldReleases(flotilla: FlotillaClient): Promise<void> {
  const held = await flotilla.call<{ held_release_id: number; slug: string }[]>('GET /update-policies/held-releases')
  for (const { held_release_id: id, slug } of held)
    if (slug === plugin.slug) await flotilla.call(`POST /update-policies/held-releases/${id}/lift`, {})
}

async function keep({ keeper }: ReleaseOptions, what: 'save' | 'restore'): Promise<void> {
  if (keeper === null) return
  const [command = '', ...args] = keeper.split(' ')
  await promisify(execFile)(command, [...args, what])
}

function describeRow({ isNoticed, isHealed, left, seen, contradictions, said, way }: ReleaseRow): string {
  return [
    `by ${way}`,
    isNoticed ? 'noticed' : 'NOT NOTICED',
    isHealed ? 'healed' : `NOT HEALED (${left.join('; ') || 'still installed'})`,
    `broken ${seen.brokenSeconds.toFixed(1)} s (${seen.how.join(', ')})`,
    `installed ${seen.installedSeconds.toFixed(1)} s`,
    contradictions.length === 0 ? 'all places agree' : `WRONG: ${contradictions.join(' | ')}`,
    `answer ${said.answer} | history ${said.history} | events ${said.events} | condition ${said.condition} | Today ${said.inbox} | overview ${said.overview}`,
  ].join('; ')
}

function describeRows(rows: readonly ReleaseRow[]): string[] {
  return [
    '',
    '| release | by | noticed | healed | home page broken | installed | said wrongly |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(({ kind, way, isNoticed, isHealed, left, seen, contradictions }) =>
      [
        '',
        kind.what,
        way,
        isNoticed ? 'yes' : 'no',
        isHealed ? 'yes' : `no: ${left.join('; ') || 'still installed'}`,
        `${seen.brokenSeconds.toFixed(1)} s ${seen.how.join(', ')}`.trim(),
        `${seen.installedSeconds.toFixed(1)} s`,
        contradictions.join('; ') || 'nothing',
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ]
}
