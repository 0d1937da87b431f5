import { randomBytes } from 'node:crypto'
import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { buildGuardCall, canBeInspected, type GuardData, type GuardRequest } from '../guard/build-guard-call.ts'
import { type SignedAction, signedRequestField, signGuardRequest } from '../guard/sign-guard-request.ts'
import { maxLength } from '../reading/limits.ts'
import { line, plainText } from '../reading/text.ts'
import { asMap, entriesOf, keyword, type WireMap } from '../reading/values.ts'
import { shownVersion } from '../reading/versions.ts'
import { type Kit, sendChange } from './kit.ts'

/** The fatal error that a guard noted. The texts come from the site: escape them wherever they are shown. */
export interface GuardCulprit {
  message: string
  /** Below the folder of WordPress. */
  file: string
  line: number
  at: Date
  /** `rest` and `cron`: after WordPress had loaded. */
  context: 'front' | 'admin' | 'rest' | 'cron'
  /** The hook of WordPress in which it happened; empty while files were loaded. */
  hook: string
}

/** A fatal error inside the files of the item that did not count. Anyone may cause one of a `visitor`. */
export interface GuardSuspect extends GuardCulprit {
  by: 'administrator' | 'signed_in' | 'visitor'
}

/** What the folder of the item has now. `changed`: not by Flotilla. `old`: the version of the copy. */
export type GuardedFiles = 'as_installed' | 'changed' | 'missing' | 'old'

/** Whether the guard can be asked without the connector. */
export type DirectWay = 'ready' | 'no_openssl' | 'no_key'

/** One guard as the site reports it. */
export interface GuardReport {
  id: string
  /** `absent`: the site has no such guard. */
  state: 'armed' | 'restored' | 'deactivated' | 'left_broken' | 'stood_down' | 'busy' | 'absent' | 'refused' | 'unknown'
  /** Of a refusal, or why it stood down. */
  reason: string
  message: string
  /** Installed now. */
  version: string | null
  culprit: GuardCulprit | null
  suspect: GuardSuspect | null
  /** Null: the site does not say. */
  files: GuardedFiles | null
  direct: DirectWay | null
}

/** The headers of an installed plugin or theme. Texts of the site. */
export interface SoftwareHeaders {
  name: string
  author: string
  /** `Update URI`; empty if it has none. */
  updateUri: string
  version: string | null
  /** The package that WordPress knows for it; empty if it knows none. */
  packageUrl: string
}

export interface GuardCalls {
  /** Null for an item that is not installed or has an unusual name. */
  inspectSoftware(
    site: ChildSite,
    items: readonly { type: 'plugin' | 'theme'; slug: string }[],
    how?: How,
  ): Promise<(SoftwareHeaders | null)[]>

  /** Copies items and installs their guards, in one call. `seconds`: they remove themselves after that. */
  armGuards(
    site: ChildSite,
    guards: readonly GuardData[],
    options: { token: string; seconds: number },
    how?: How,
  ): Promise<GuardReport[]>
  disarmGuards(site: ChildSite, ids: readonly string[], how?: How): Promise<GuardReport[]>
  readGuards(site: ChildSite, ids: readonly string[], how?: How): Promise<GuardReport[]>
  /** Puts the copies back, or deactivates plugins whose copy has a known vulnerability. */
  restoreGuarded(site: ChildSite, ids: readonly string[], how?: How): Promise<GuardReport[]>
  /**
   * Asks one guard with a signed request that it answers before other plugins load: the connector need not work. Throws
   * `guard_not_reached` if something else answers.
   */
  askGuard(site: ChildSite, id: string, action: SignedAction, how?: How): Promise<GuardReport>
  /** Removes every guard except some, and what killed processes left. Returns the number of removed files and folders. */
  sweepGuards(site: ChildSite, keep: readonly string[], how?: How): Promise<number>
}

/** Around the answer in what the code prints: other plugins may print, too. */
const answerStart = 'FLOTILLA-GUARD '
const answerEnd = ' END'

/** Of an answer to a signed request. A page of the site that comes instead is not read to its end. */
const maxDirectBytes = 65_536

function readFrame(text: string): WireMap | null {
  const start = text.indexOf(answerStart)
  const end = text.lastIndexOf(answerEnd)
  if (start < 0 || end <= start) return null
  try {
    return asMap(JSON.parse(text.slice(start + answerStart.length, end)))
  } catch {
    return null
  }
}

export function guardCalls(kit: Kit): GuardCalls {
  async function call(site: ChildSite, request: GuardRequest, how?: How): Promise<WireMap> {
    const fields = { action: 'run_snippet', code: buildGuardCall(request) }
    const reply = await sendChange(kit, site, { function: 'code_snippet', fields, deadline: 'update' }, how)
    const text = typeof reply.result === 'string' ? reply.result : ''
    const answer = reply.status === 'SUCCESS' ? readFrame(text) : null
    if (answer) return answer
    throw new ConnectorError('svc_site_error', 'The site did not run the guard.', { reason: 'snippet_not_run' })
  }
  const reports = (ids: readonly string[], answer: WireMap) =>
    ids.map((id) =>
      readReport(
        id,
        entriesOf(answer.guards, 200)
          .map(([, each]) => asMap(each))
          .find((each) => each.id === id),
      ),
    )
  const withIds = async (site: ChildSite, action: 'disarm' | 'note' | 'restore', ids: readonly string[], how?: How) =>
    reports(ids, await call(site, { action, guards: ids.map((id) => ({ id })) }, how))

  return {
    async armGuards(site, guards, { token, seconds }, how) {
      const now = Math.floor(kit.clock.now().getTime() / 1000)
      const answer = await call(site, { action: 'arm', guards, token, seconds, now }, how)
      return reports(
        guards.map(({ id }) => id),
        answer,
      )
    },
    disarmGuards: (site, ids, how) => withIds(site, 'disarm', ids, how),
    readGuards: (site, ids, how) => withIds(site, 'note', ids, how),
    restoreGuarded: (site, ids, how) => withIds(site, 'restore', ids, how),
    async askGuard(site, id, action, how) {
      const nowMs = kit.clock.now().getTime()
      const { value, nonce } = await signGuardRequest(kit.signer, site.key, { id, action, nowMs })
      const fields = { [signedRequestField]: value }
      const { status, body } = await kit.caller.post(site, fields, { ...how, maxBytes: maxDirectBytes })
      const answer = readFrame(body.toString('utf8'))
      const entry = asMap(entriesOf(answer?.guards, 1)[0]?.[1])
      if (answer?.nonce !== nonce || entry.id !== id)
        throw new ConnectorError('svc_site_error', 'The guard of the site did not answer.', {
          ...{ effect: 'possible', reason: status === 503 ? 'maintenance' : 'guard_not_reached' },
        })
      return readReport(id, entry)
    },
    async inspectSoftware(site, items, how) {
      const guards = items.map((item) => ({ ...item, id: randomBytes(16).toString('hex') }))
      const answer = await call(site, { action: 'inspect', guards: guards.filter(canBeInspected) }, how)
      const entries = entriesOf(answer.guards, 200).map(([, each]) => asMap(each))
      return guards.map(({ id }) => readHeaders(entries.find((each) => each.id === id)))
    },
    async sweepGuards(site, keep, how) {
      const { removed } = await call(site, { action: 'sweep', keep }, how)
      return typeof removed === 'number' && Number.isSafeInteger(removed) ? removed : 0
    },
  }
}

function readHeaders(entry: WireMap | undefined): SoftwareHeaders | null {
  if (!entry || entry.reason !== undefined) return null
  return {
    name: line(entry.name, maxLength.name),
    author: plainText(entry.author, maxLength.name),
    updateUri: line(entry.update_uri, 500),
    version: shownVersion(entry.version),
    packageUrl: line(entry.package, 1000),
  }
}

const states = ['armed', 'restored', 'deactivated', 'left_broken', 'stood_down', 'busy', 'absent'] as const
const fileStates = ['as_installed', 'changed', 'missing', 'old'] as const
const directWays = ['ready', 'no_openssl', 'no_key'] as const
const contexts = ['front', 'admin', 'rest', 'cron'] as const
const people = ['administrator', 'signed_in', 'visitor'] as const

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | null =>
  values.find((each) => each === value) ?? null

function readReport(id: string, entry: WireMap | undefined): GuardReport {
  const refused = keyword(entry?.reason)
  const state = refused ? 'refused' : (oneOf(states, entry?.state) ?? 'unknown')
  const culprit = readCulprit(asMap(entry?.culprit))
  const suspect = readCulprit(asMap(entry?.suspect))
  return {
    id,
    state,
    reason: state === 'stood_down' ? keyword(entry?.why) : refused,
    message: line(entry?.message ?? entry?.problem, 300),
    version: shownVersion(entry?.version),
    culprit,
    suspect: suspect && { ...suspect, by: oneOf(people, asMap(entry?.suspect).by) ?? 'visitor' },
    files: oneOf(fileStates, entry?.files),
    direct: oneOf(directWays, entry?.direct),
  }
}

function readCulprit(entry: WireMap): GuardCulprit | null {
  const message = line(entry.message, 500)
  if (message === '') return null
  const seconds = typeof entry.at === 'number' && entry.at > 0 && entry.at < 1e11 ? entry.at : 0
  return {
    message,
    file: line(entry.file, 300),
    line: typeof entry.line === 'number' && Number.isSafeInteger(entry.line) ? entry.line : 0,
    at: new Date(seconds * 1000),
    context: oneOf(contexts, entry.context) ?? 'front',
    hook: line(entry.hook, 100),
  }
}
