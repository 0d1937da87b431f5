import type { Context } from '../../../../operation/context.ts'
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

const isOff = ({ gates }: GatePolicy) =>
  [gates.status, gates.error_text, gates.blank, gates.key_text, gates.size, gates.time].every((mode) => mode === 'off')

function requestsOf({ settings }: GateContext, policy: GatePolicy, headers: Record<string, string>): PageRequest[] {
  const method = settings.get('general').check_http_response_method === 'head' ? 'HEAD' : 'GET'
  const pages = ['', ...policy.extraPaths].map((path) => {
    return { path, method, keyText: path === '' ? policy.keyText : null, headers } as const
  })
  return [...pages, { path: adminPath, method: 'GET', keyText: null, headers }]
}

/** The pages before the updates; empty when all gates are off. */
export async function readBaseline(context: GateContext, site: SiteRow, policy: GatePolicy): Promise<Baseline[]> {
  if (isOff(policy)) return []
  const found: Baseline[] = []
  for (const request of requestsOf(context, policy, {})) {
    const checks = [await checkPage(context, site, request)]
    // A page of the administration is not cached and has no content to compare: once is enough.
    if (request.path !== adminPath) checks.push(await checkPage(context, site, request))
    found.push({ path: request.path, checks: checks.filter((check) => check !== null) })
  }
  return found
}

export interface GateRun {
  after: PageCheck[]
  results: GateResult[]
  /** A check failed, although a later one may have passed: then a guard may have acted. */
  sawFailure: boolean
}

/** The gates after the updates. A failed check is repeated, so that a guard on the site can act; 503 is checked again later. */
export async function runGates(
  context: GateContext,
  site: SiteRow,
  policy: GatePolicy,
  before: readonly Baseline[],
  headers: Record<string, string> = {},
): Promise<GateRun> {
  const after: PageCheck[] = []
  const results: GateResult[] = []
  let sawFailure = false
  const requests = before.length === 0 ? [] : requestsOf(context, policy, headers)
  for (const request of requests) {
    const known = before.find(({ path }) => path === request.path) ?? { path: request.path, checks: [] }
    const gates = request.path === adminPath ? (['status'] as const) : undefined
    let [pauses, repeats] = [0, 0]
    for (;;) {
      const check = await checkPage(context, site, request)
      const judged = comparePages(known, check, policy.gates, gates)
      const isOver = !isBlocked(judged)
      sawFailure ||= !isOver
      if (!isOver && check?.http_status === 503 && ++pauses < maintenanceChecks) {
        await new Promise<void>((resolve) => void context.clock.after(maintenancePauseMs, resolve))
        continue
      }
      if (!isOver && check?.http_status !== 503 && ++repeats < failedChecks) continue
      if (check) after.push(check)
      results.push(...judged)
      break
    }
  }
  return { after, results, sawFailure }
}
