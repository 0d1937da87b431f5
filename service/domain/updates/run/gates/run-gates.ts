import type { Context } from '../../../../operation/context.ts'
import { ServiceError } from '../../../../operation/errors.ts'
import type { Patience } from '../../../../platform/connector/child-site.ts'
import { throwIfLeaseLost } from '../../../../platform/leases.ts'
import type { SiteRow } from '../../../sites/index.ts'
import type { EffectivePolicy } from '../../../update-policies/index.ts'
import { type Baseline, comparePages, type GateResult, isBlocked } from './compare-pages.ts'
import { checkPage, type PageCheck, type PageRequest } from './page-check.ts'

type GateContext = Pick<Context, 'outbound' | 'secrets' | 'clock' | 'settings'>
type GatePolicy = Pick<EffectivePolicy, 'gates' | 'keyText' | 'extraPaths'>

/** Answers without a parameter with 400, on every WordPress. It loads the plugins as the administration does. */
export const adminPath = '/wp-admin/admin-ajax.php'
const maintenanceChecks = 4
const maintenancePauseMs = 5_000
/** The guard acts on the second failed load: the third one shows the restored site. */
const failedChecks = 3
/** Between two attempts to call a host that takes no more requests. */
const busyPauseMs = 5_000

const isOff = ({ gates }: GatePolicy) =>
  [gates.status, gates.error_text, gates.blank, gates.key_text, gates.size, gates.time].every((mode) => mode === 'off')

function requestsOf({ settings }: GateContext, policy: GatePolicy, headers: Record<string, string>): PageRequest[] {
  const method = settings.get('general').check_http_response_method === 'head' ? 'HEAD' : 'GET'
  const pages = ['', ...policy.extraPaths].map((path) => {
    return { path, method, keyText: path === '' ? policy.keyText : null, headers } as const
  })
  return [...pages, { path: adminPath, method: 'GET', keyText: null, headers }]
}

const hasBlockingGate = ({ gates }: GatePolicy) => Object.values(gates).includes('block')

/** Reads a page; while the host takes no more requests, again until the patience is used up. Null: it was not read. */
async function readPage(
  context: GateContext,
  site: SiteRow,
  request: PageRequest,
  patience: Patience,
): Promise<PageCheck | null> {
  for (;;) {
    throwIfLeaseLost()
    const check = await checkPage(context, site, request)
    if (check !== null || !(await waitForHost(context, patience))) return check
  }
}

/** False when the patience is used up. */
async function waitForHost({ clock }: GateContext, patience: Patience): Promise<boolean> {
  if (patience.leftMs < busyPauseMs) return false
  patience.leftMs -= busyPauseMs
  await new Promise<void>((resolve) => void clock.after(busyPauseMs, resolve))
  return true
}

/**
 * The pages before the updates; empty when all gates are off. Throws when they cannot be read and a gate needs them: then nothing
 * may be sent.
 */
export async function readBaseline(
  context: GateContext,
  site: SiteRow,
  policy: GatePolicy,
  patience: Patience,
): Promise<Baseline[]> {
  if (isOff(policy)) return []
  const found: Baseline[] = []
  for (const request of requestsOf(context, policy, {})) {
    const checks = [await readPage(context, site, request, patience)]
    // A page of the administration is not cached and has no content to compare: once is enough.
    if (request.path !== adminPath) checks.push(await readPage(context, site, request, patience))
    const read = checks.filter((check) => check !== null)
    if (read.length === 0 && hasBlockingGate(policy)) throw notCheckedBefore(site)
    found.push({ path: request.path, checks: read })
  }
  return found
}

const notCheckedBefore = ({ name }: SiteRow) =>
  new ServiceError(
    'svc_site_busy',
    'unavailable',
    `The host of “${name}” takes no more requests at the moment, so its pages could not be checked before the updates. Nothing was sent; try again later.`,
  )

export interface GateRun {
  after: PageCheck[]
  results: GateResult[]
  /** A check failed, although a later one may have passed: then a guard may have acted. */
  sawFailure: boolean
  /** A page that a gate needs could not be read: the site is neither accepted nor refused. */
  isUnchecked: boolean
}

/**
 * The gates after the updates. A failed check is repeated, so that a guard on the site can act; 503 is checked again later, and so
 * is a host that takes no more requests.
 */
export async function runGates(
  context: GateContext,
  site: SiteRow,
  policy: GatePolicy,
  before: readonly Baseline[],
  { headers = {}, patience }: { headers?: Record<string, string>; patience: Patience },
): Promise<GateRun> {
  const after: PageCheck[] = []
  const results: GateResult[] = []
  let sawFailure = false
  let isUnchecked = false
  const requests = before.length === 0 ? [] : requestsOf(context, policy, headers)
  for (const request of requests) {
    const known = before.find(({ path }) => path === request.path) ?? { path: request.path, checks: [] }
    const gates = request.path === adminPath ? (['status'] as const) : undefined
    let [pauses, repeats] = [0, 0]
    for (;;) {
      const read = await readPage(context, site, request, patience)
      // Too many requests: that is our fault, not that of the release.
      const isLimited = read?.http_status === 429 && isBlocked(comparePages(known, read, policy.gates, gates))
      if (isLimited && (await waitForHost(context, patience))) continue
      const check = isLimited ? null : read
      const judged = comparePages(known, check, policy.gates, gates)
      const isOver = !isBlocked(judged)
      sawFailure ||= !isOver
      if (!isOver && check?.http_status === 503 && ++pauses < maintenanceChecks) {
        await new Promise<void>((resolve) => void context.clock.after(maintenancePauseMs, resolve))
        continue
      }
      if (!isOver && check?.http_status !== 503 && ++repeats < failedChecks) continue
      if (check) after.push(check)
      const isMissing = check === null || known.checks.length === 0
      isUnchecked ||= isMissing && judged.some(({ mode }) => mode === 'block')
      results.push(...judged)
      break
    }
  }
  return { after, results, sawFailure, isUnchecked }
}

/** `off`: no gates, or none that could be checked here. `unchecked`: not known, because pages could not be read. */
export type Verdict = 'passed' | 'failed' | 'unchecked' | 'off'

export function verdictOf({ results, isUnchecked }: Pick<GateRun, 'results' | 'isUnchecked'>): Verdict {
  if (isBlocked(results)) return 'failed'
  if (isUnchecked) return 'unchecked'
  return results.some(({ result }) => result !== 'not_checked') ? 'passed' : 'off'
}
