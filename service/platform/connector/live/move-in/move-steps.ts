import { codeOf, messageOf } from '../../../error-facts.ts'
import { expect, type Result, Skipped } from '../suite.ts'
import { compareFleets } from './compare-fleets.ts'
import type { Move, SiteOfMove } from './move.ts'
import type { OldDashboard } from './old-dashboard.ts'

interface MoveStep {
  name: string
  run(move: Move): Promise<string>
}

interface KindPlan {
  create: number
  merge: number
  skip: number
  ids_kept: number
}

interface Plan {
  sites: KindPlan
  clients: KindPlan
  tags: KindPlan
  costs: KindPlan
  sites_without_key: number
  skipped: { name: string; reason: string }[]
  rest_keys: string[]
}

/** Bytes of one part: a request has at most 2 MB. */
const partLength = 1_000_000

const isActive = ({ status }: SiteOfMove) => status !== 'suspended'

const moveSteps: MoveStep[] = [
  {
    name: 'sign in to Flotilla and to the old dashboard',
    async run({ flotilla, old }) {
      await flotilla.signIn()
      await old.signIn()
      const sites = await old.rest<unknown[]>('sites/basic')
      expect(sites, 'the REST key of the old dashboard was refused')
      return `${sites.length} sites there`
    },
  },
  {
    name: 'create an export script',
    async run(move) {
      move.script = await move.flotilla.call('POST /move-in/scripts', {})
      return `fingerprint ${move.script.fingerprint.slice(0, 9)}…`
    },
  },
  {
    name: 'install it in the old dashboard as a plugin',
    async run({ old, script }) {
      await old.installPlugin(script.content)
      const { body } = await old.exportPage()
      expect(body.includes(script.fingerprint), 'its page does not show the fingerprint')
      return 'its page shows the same fingerprint'
    },
  },
  {
    name: 'a direct call and a call without nonce return nothing',
    async run({ old, script }) {
      const direct = await old.callScriptDirectly()
      expect(direct.body === '', `the direct call returned ${direct.body.length} characters`)
      const { status, body } = await old.callWithoutNonce(script.script_id)
      expect(status === 403 && !body.includes('flotilla-export-1'), `without a nonce: ${status}`)
      return ''
    },
  },
  {
    name: 'export, and delete the plugin',
    async run(move) {
      move.file = await move.old.export()
      await move.old.deletePlugin()
      expect(move.file.startsWith(`flotilla-export-1 ${move.script.script_id} `), 'the file has no first line')
      return `${move.file.length} bytes, ${move.file.trimEnd().split('\n').length} lines`
    },
  },
  {
    name: 'upload and plan',
    async run(move) {
      let part = 0
      let answer = { move_in_id: 0, complete: false }
      for (const lines of partsOf(move.file))
        answer = await move.flotilla.call('POST /move-in/imports', {
          script_id: move.script.script_id,
          part: part++,
          lines,
        })
      expect(answer.complete, 'the file is not complete')
      move.moveInId = answer.move_in_id
      const { plan } = await move.flotilla.call<{ plan: Plan }>(`GET /move-in/imports/${move.moveInId}`)
      const counts = (['sites', 'clients', 'tags', 'costs'] as const).map((kind) => {
        const { create, merge, skip } = plan[kind]
        return `${kind} ${create} to create, ${merge} here, ${skip} skipped`
      })
      expect(plan.skipped.length === 0, `skipped: ${plan.skipped.map(({ name, reason }) => `${name}: ${reason}`)}`)
      expect(plan.sites_without_key === 0, `${plan.sites_without_key} sites have no key`)
      return `${counts.join('; ')}; ${plan.rest_keys.length} scripts need a new key`
    },
  },
  {
    name: 'import: every site is connected without touching it',
    async run(move) {
      const { job_id } = await move.flotilla.call<{ job_id: string | null }>(
        `POST /move-in/imports/${move.moveInId}/accept`,
        {},
      )
      const targets = job_id === null ? [] : await move.flotilla.finishJob(job_id)
      const failed = targets.filter(({ state }) => state !== 'succeeded')
      expect(failed.length === 0, failed.map(({ label, error }) => `${label}: ${error?.message}`).join('; '))
      move.sites = await listMovedSites(move)
      const addresses = new Set(move.sites.map(({ url }) => addressOf(url)))
      const missing = move.options.children.filter((url) => !addresses.has(addressOf(url)))
      expect(missing.length === 0, `not imported: ${missing.join(', ')}`)
      return `${targets.length} called, ${move.sites.length} imported`
    },
  },
  {
    name: 'compare with the old dashboard',
    async run(move) {
      const { compared, differences } = await compareFleets(move)
      expect(differences.length === 0, `${differences.length} of ${compared} differ: ${differences.join('; ')}`)
      return `${compared} values are the same`
    },
  },
  { name: 'sync', run: syncHere },
  {
    name: 'update a plugin',
    async run({ flotilla, options, sites, old }) {
      if (!options.update) throw new Skipped('needs --updates plugins')
      for (const site of sites.filter(isActive)) {
        const updates = await flotilla.call<{ plugins?: Record<string, { update: { new_version: string } }> }>(
          `GET /updates/${site.site_id}`,
        )
        const [slug, item] = Object.entries(updates.plugins ?? {})[0] ?? []
        if (slug === undefined || item === undefined) continue
        await flotilla.call(`POST /updates/${site.site_id}/update`, { type: ['plugins'], slugs: [slug] })
        await old.rest(`sites/${site.old_id}/sync`, 'POST')
        const plugins = await old.rest<{ slug: string; version: string }[]>(`sites/${site.old_id}/plugins`)
        const seen = plugins?.find((plugin) => plugin.slug === slug)?.version
        expect(seen === item.update.new_version, `the old dashboard sees ${slug} ${seen}`)
        return `${slug} ${seen} on ${site.name}, seen by both dashboards`
      }
      throw new Skipped('no site has an update of a plugin')
    },
  },
  {
    name: 'side by side: the old dashboard still works',
    async run({ old, sites }) {
      const refused = await syncThere(old, sites)
      expect(refused.length === 0, `refused: ${refused.join(', ')}`)
      return `${sites.length} sites synced there`
    },
  },
  {
    name: 'take over',
    async run(move) {
      if (!move.options.takeOver) throw new Skipped('needs --take-over')
      // A suspended site is not called at all.
      const ids = move.sites.filter(isActive).map(({ site_id }) => site_id)
      const { job_id } = await move.flotilla.call<{ job_id: string | null }>('POST /move-in/takeovers', {
        site_ids_or_domains: ids,
        confirm: true,
      })
      const targets = job_id === null ? [] : await move.flotilla.finishJob(job_id)
      const failed = targets.filter(({ state }) => state !== 'succeeded')
      expect(failed.length === 0, failed.map(({ label, error }) => `${label}: ${error?.message}`).join('; '))
      move.sites = await listMovedSites(move)
      const left = move.sites.filter(isActive).filter(({ state }) => state !== 'taken_over')
      expect(left.length === 0, left.map(({ name, state }) => `${name}: ${state}`).join('; '))
      return `${ids.length} sites, ${move.sites.length - ids.length} suspended`
    },
  },
  {
    name: 'the old dashboard is refused',
    async run({ options, old, sites }) {
      if (!options.takeOver) throw new Skipped('needs --take-over')
      const taken = sites.filter(isActive)
      const refused = await syncThere(old, taken)
      expect(refused.length === taken.length, `${taken.length - refused.length} sites answered the old dashboard`)
      return `by ${refused.length} sites`
    },
  },
  {
    name: 'sync again',
    async run(move) {
      if (!move.options.takeOver) throw new Skipped('needs --take-over')
      return syncHere(move)
    },
  },
]

/** Runs the steps in order; each needs those before it. */
export async function runMoveSteps(move: Move, report: (result: Result) => void): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, run } of moveSteps) {
    const hasFailed = results.some(({ outcome }) => outcome === 'failed')
    const result: Result = hasFailed
      ? { name, outcome: 'skipped', note: 'a step before it failed' }
      : await run(move).then(
          (note) => ({ name, outcome: 'ok', note }),
          (error) => describeFailure(name, error),
        )
    results.push(result)
    report(result)
  }
  return results
}

function describeFailure(name: string, error: unknown): Result {
  if (error instanceof Skipped) return { name, outcome: 'skipped', note: error.message }
  const code = codeOf(error)
  return { name, outcome: 'failed', note: code ? `${code}: ${messageOf(error)}` : messageOf(error) }
}

async function syncHere({ flotilla, sites }: Move): Promise<string> {
  const active = sites.filter(isActive)
  for (const { site_id } of active) await flotilla.call(`POST /sites/${site_id}/sync`, {})
  return `${active.length} sites, ${sites.length - active.length} suspended`
}

/** Returns the names of the sites that the old dashboard could not sync. */
async function syncThere(old: OldDashboard, sites: SiteOfMove[]): Promise<string[]> {
  const refused: string[] = []
  for (const { old_id, name } of sites) {
    const before = await syncTimeOf(old, old_id)
    await old.rest(`sites/${old_id}/sync`, 'POST')
    const site = await old.rest<{ sync_errors: string; status: string }>(`sites/${old_id}`)
    const after = await syncTimeOf(old, old_id)
    if (site?.sync_errors || site?.status === 'disconnected' || after === before) refused.push(name)
  }
  return refused
}

const syncTimeOf = async (old: OldDashboard, id: number) =>
  (await old.rest<{ last_sync: string }>(`sites/${id}`))?.last_sync

const listMovedSites = ({ flotilla }: Move): Promise<SiteOfMove[]> => flotilla.call('GET /move-in/sites?per_page=1000')

const addressOf = (url: string) => url.replace(/\/$/, '').toLowerCase()

function* partsOf(file: string): Generator<string> {
  let part = ''
  for (const line of file.split(/(?<=\n)/)) {
    if (part !== '' && part.length + line.length > partLength) {
      yield part
      part = ''
    }
    part += line
  }
  if (part !== '') yield part
}
