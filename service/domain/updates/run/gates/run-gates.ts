import { ServiceError } from '../../../../operation/errors.ts'
import { ConcurrencyLimit } from '../../../../platform/concurrency-limit.ts'
import type { Patience } from '../../../../platform/connector/child-site.ts'
import { throwIfLeaseLost } from '../../../../platform/leases.ts'
import type { SiteRow } from '../../../sites/index.ts'
import { type PageKind, pageGateNames, pageKinds } from '../../../update-policies/index.ts'
import { checkAdminScreen } from './admin-screen.ts'
import { type Baseline, comparePages, type GateResult, isBlocked } from './compare-pages.ts'
import type { GateContext, GatePolicy, Verdict } from './gate-types.ts'
import { checkPage, type PageCheck, type PageRequest } from './page-check.ts'
import { assetsOf } from './page-contents.ts'
import {
  adminPath,
  assetRequests,
  type CheckedItem,
  findMorePages,
  isSamePage,
  mainRequests,
  type RequestLimit,
  requestsOfKinds,
} from './page-requests.ts'

const maintenanceChecks = 4
const maintenancePauseMs = 5_000
/** The guard acts on the second failed load: the third one shows the restored site. */
const failedChecks = 3
/** A page is slow when it is slow each time. */
const slowChecks = 3
/** Between two attempts to call a host that takes no more requests. */
const busyPauseMs = 5_000
/** Pages that are read at the same time; the homepage is read alone. */
const pagesAtOnce = 3
/** Pages before the updates, and again after them, without repeated reads of pages that fail. */
const maxRequests = 20

const isOff = ({ gates }: GatePolicy) => pageGateNames.every((name) => gates[name] === 'off')

const hasBlockingGate = ({ gates }: GatePolicy) => pageGateNames.some((name) => gates[name] === 'block')

/** Reads a page; while the host takes no more requests, again until the patience is used up. Null: it was not read. */
async function readPage(
  context: GateContext,
  site: SiteRow,
  request: PageRequest,
  patience: Patience,
): Promise<PageCheck | null> {
  for (;;) {
    throwIfLeaseLost()
    const isScreen = request.kind === 'admin_screen'
    const read = isScreen ? checkAdminScreen(context, site, request.headers) : checkPage(context, site, request)
    const check = await read
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
  { patience, items }: { patience: Patience; items: readonly CheckedItem[] },
): Promise<Baseline[]> {
  if (isOff(policy)) return []
  const found: Baseline[] = []
  const limit: RequestLimit = { left: maxRequests }
  let homepage = ''
  const inspect = (page: string) => {
    homepage = page
  }
  for (const request of mainRequests(context, policy, {})) {
    const read = async () => {
      limit.left--
      return readPage(context, site, { ...request, ...(request.path === '' && { inspect }) }, patience)
    }
    const checks = [await read()]
    // A page of the administration is not cached and has no content to compare: once is enough.
    if (request.path !== adminPath) checks.push(await read())
    const seen = checks.filter((check) => check !== null)
    if (seen.length === 0 && hasBlockingGate(policy)) throw notCheckedBefore(site)
    found.push({ path: request.path, checks: seen })
  }
  const pages = new ConcurrencyLimit(pagesAtOnce)
  const readOnce = (request: PageRequest) =>
    pages.run(async () => {
      if (limit.left <= 0) return null
      limit.left--
      return readPage(context, site, request, patience)
    })
  found.push(...(await findMorePages(context, site, policy, { homepage, items, readOnce })))
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

interface GateOptions {
  headers?: Record<string, string>
  patience: Patience
  items?: readonly CheckedItem[]
  /** Further pages to read; default: all that the policy wants. */
  kinds?: readonly PageKind[] | undefined
  /** An earlier run of the gates after the same updates: further pages that passed are not read again. */
  earlier?: GateRun | null
}

/**
 * The gates after the updates. A failed check is repeated, so that a guard on the site can act; 503 is checked again later, and so
 * is a host that takes no more requests. After the first page that fails, no further ones are read.
 */
export async function runGates(
  context: GateContext,
  site: SiteRow,
  policy: GatePolicy,
  before: readonly Baseline[],
  { headers = {}, patience, items = [], kinds = pageKinds, earlier = null }: GateOptions,
): Promise<GateRun> {
  const run: GateRun = { after: [], results: [], sawFailure: false, isUnchecked: false }
  if (before.length === 0) return run
  const isWanted = (kind: PageKind | undefined) => kind === undefined || kinds.includes(kind)
  let homepage: string | null = null
  const inspect = (page: string) => {
    homepage = page
  }
  const judge = async (request: PageRequest, known: Baseline) => {
    const { check, results, sawFailure } = await judgePage(context, site, policy, request, known, patience)
    run.sawFailure ||= sawFailure
    if (check) run.after.push(check)
    const isMissing = check === null || known.checks.length === 0
    run.isUnchecked ||= known.kind === undefined && isMissing && results.some(({ mode }) => mode === 'block')
    run.results.push(...results)
  }
  for (const request of mainRequests(context, policy, headers)) {
    const known = before.find((page) => isSamePage(page, request)) ?? { path: request.path, checks: [] }
    await judge({ ...request, ...(request.path === '' && { inspect }) }, known)
    if (isBlocked(run.results)) return run
  }
  const pages = new ConcurrencyLimit(pagesAtOnce)
  const limit: RequestLimit = { left: maxRequests - run.after.length }
  const readFurther = (wanted: readonly { request: PageRequest; known: Baseline }[]) =>
    Promise.all(
      wanted.map(({ request, known }) =>
        pages.run(async () => {
          if (limit.left-- <= 0 || isBlocked(run.results)) return
          await judge(request, known)
        }),
      ),
    )
  const further = requestsOfKinds(policy, before, headers).filter(({ known }) => isWanted(known.kind))
  const isKept = (page: { path: string; kind?: string | undefined }) => isPassed(earlier, page)
  const kept = further.filter(({ known }) => isKept(known))
  for (const { known } of kept) {
    run.after.push(...(earlier?.after ?? []).filter((page) => isSamePage(page, known)))
    run.results.push(...(earlier?.results ?? []).filter((page) => isSamePage(page, known)))
  }
  await readFurther(further.filter(({ known }) => !isKept(known)))
  if (homepage !== null && policy.gates.assets !== 'off' && isWanted('assets') && !isBlocked(run.results))
    await readFurther(assetRequests(assetsOf(homepage, site.url), { before, items }))
  return run
}

const isPassed = (earlier: GateRun | null, page: { path: string; kind?: string | undefined }) => {
  const known = earlier?.results.filter((result) => isSamePage(result, page)) ?? []
  return known.length > 0 && known.every(({ result }) => result === 'passed')
}

/** Reads one page, again and again where that tells more, and compares it. */
async function judgePage(
  context: GateContext,
  site: SiteRow,
  policy: GatePolicy,
  request: PageRequest,
  known: Baseline,
  patience: Patience,
): Promise<{ check: PageCheck | null; results: GateResult[]; sawFailure: boolean }> {
  const gates = request.path === adminPath ? (['status'] as const) : undefined
  const wait = () => new Promise<void>((resolve) => void context.clock.after(maintenancePauseMs, resolve))
  let sawFailure = false
  let [pauses, repeats, slow] = [0, 0, 0]
  for (;;) {
    const read = await readPage(context, site, request, patience)
    // Too many requests: that is our fault, not that of the release.
    const isLimited = read?.http_status === 429 && isBlocked(comparePages(known, read, policy.gates, gates))
    if (isLimited && (await waitForHost(context, patience))) continue
    const check = isLimited ? null : read
    const results = comparePages(known, check, policy.gates, gates)
    const isSlow = results.some(({ gate, result }) => gate === 'time' && result === 'failed')
    const isBad = isBlocked(results.filter(({ gate }) => gate !== 'time'))
    sawFailure ||= isBad
    if (isBad && check?.http_status === 503 && ++pauses < maintenanceChecks) {
      await wait()
      continue
    }
    if (isBad && check?.http_status !== 503 && ++repeats < failedChecks) continue
    if (!isBad && isSlow && ++slow < slowChecks) continue
    return { check, results, sawFailure: sawFailure || isBlocked(results) }
  }
}

export function verdictOf({ results, isUnchecked }: Pick<GateRun, 'results' | 'isUnchecked'>): Verdict {
  if (isBlocked(results)) return 'failed'
  if (isUnchecked) return 'unchecked'
  return results.some(({ result }) => result !== 'not_checked') ? 'passed' : 'off'
}
