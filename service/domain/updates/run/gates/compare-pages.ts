import { z } from 'zod'
import {
  type GateMode,
  type GateName,
  gateNames,
  type PageGateName,
  type PageKind,
  pageGateNames,
  pageKinds,
} from '../../../update-policies/index.ts'
import type { PageCheck } from './page-check.ts'

export const GateResult = z.object({
  gate: z.enum(gateNames),
  path: z.string(),
  kind: z.enum(pageKinds).optional().describe('Missing: the homepage, a page of the policy, or the site as a whole.'),
  mode: z.enum(['off', 'warn', 'block']),
  result: z.enum(['passed', 'failed', 'not_checked']),
  message: z.string(),
})
export type GateResult = z.output<typeof GateResult>

/** A page before the updates, read twice: a page that changes by itself must not fail its updates. */
export interface Baseline {
  path: string
  kind?: PageKind | undefined
  checks: PageCheck[]
}

type Modes = Readonly<Record<GateName, GateMode>>

type Judgement = { failed: string } | { passed: string } | { notChecked: string }

/** Shares and limits of the gates that compare numbers. */
const smallestShare = 0.5
const smallPage = 2_000
const slowerTimes = 3
const slowerByMs = 3_000

const judges: Record<PageGateName, (before: readonly PageCheck[], after: PageCheck) => Judgement> = {
  status: (before, after) => {
    const statuses = before.map(({ http_status }) => http_status)
    const [first = 0] = statuses
    const seen = describeStatus(after.http_status)
    if (statuses.some((status) => isServerFailure(status) !== isServerFailure(first)))
      return { notChecked: `It answered ${statuses.map(describeStatus).join(' and ')} before the updates.` }
    if (first >= 400 || first === 0) {
      const isWorse = isServerFailure(after.http_status) && !isServerFailure(first)
      return isWorse
        ? { failed: `${seen} after the updates, ${describeStatus(first)} before.` }
        : { passed: after.http_status === first ? `${seen}, as before.` : `${seen}, ${describeStatus(first)} before.` }
    }
    // Also 401, 403, 404 and 410 are no longer the page that visitors got before.
    if (after.http_status === 0 || after.http_status >= 400)
      return { failed: `${seen} after the updates, ${describeStatus(first)} before.` }
    // Redirects are followed: this one leads nowhere, or in a circle.
    if (after.http_status >= 300 && statuses.every((status) => status < 300))
      return { failed: `${seen} after the updates, ${describeStatus(first)} before: its redirects do not end.` }
    return { passed: seen }
  },
  error_text: (before, after) => {
    if (after.bytes === null) return contentNotRead
    if (!after.fatal_error) return { passed: 'No error message.' }
    return before.some(({ fatal_error }) => fatal_error)
      ? { passed: 'It showed an error message before the updates too.' }
      : { failed: 'It shows an error message of PHP or WordPress.' }
  },
  blank: (before, after) => {
    if (after.bytes === null) return contentNotRead
    if (!after.blank) return { passed: 'Not empty.' }
    return before.some(({ blank }) => blank)
      ? { passed: 'It was empty before the updates too.' }
      : { failed: 'It is empty.' }
  },
  key_text: (before, after) => {
    if (after.has_key_text === null) return { notChecked: 'No key text is set for this site.' }
    if (!before.every(({ has_key_text }) => has_key_text))
      return { notChecked: 'The key text was not on the page before the updates.' }
    return after.has_key_text ? { passed: 'The key text is there.' } : { failed: 'The key text is missing.' }
  },
  size: (before, after) => {
    const smallest = Math.min(...before.map(({ bytes }) => bytes ?? Number.POSITIVE_INFINITY))
    if (after.bytes === null || !Number.isFinite(smallest)) return contentNotRead
    if (smallest < smallPage) return { notChecked: 'The page is too small to compare its size.' }
    const text = `${after.bytes} bytes, ${smallest} before.`
    return after.bytes < smallest * smallestShare ? { failed: text } : { passed: text }
  },
  time: (before, after) => {
    const slowest = Math.max(...before.map(({ response_time_ms }) => response_time_ms))
    const text = `${after.response_time_ms} ms, ${slowest} ms before.`
    const isSlow = after.response_time_ms > slowest * slowerTimes && after.response_time_ms > slowest + slowerByMs
    return isSlow ? { failed: text } : { passed: text }
  },
  notices: (before, after) => {
    if (after.bytes === null) return contentNotRead
    if (!after.php_notice) return { passed: 'No message of PHP before the page.' }
    return before.some(({ php_notice }) => php_notice)
      ? { passed: 'PHP printed a message before the page before the updates too.' }
      : { failed: 'PHP prints a warning or a notice before the page.' }
  },
}

const isFound = (status: number) => status >= 200 && status < 300
const isGone = (status: number) => status === 404 || status === 410 || isServerFailure(status)

/** Gates that only pages of a kind have. */
const judgesOfKind: Partial<Record<PageKind, (before: readonly PageCheck[], after: PageCheck) => Judgement>> = {
  rest: (before, after) => {
    const known = before.map(({ namespaces }) => namespaces ?? null)
    if (known.length === 0 || known.includes(null)) return { notChecked: 'It had no index before the updates.' }
    if (!after.namespaces) return { failed: 'It no longer answers with the index of the REST API.' }
    const now = after.namespaces
    const missing = (known[0] ?? []).filter((name) => !now.some((other) => isSameNamespace(name, other)))
    if (missing.length === 0) return { passed: 'All namespaces of the REST API are there.' }
    return { failed: `Namespaces of the REST API are gone: ${missing.slice(0, 3).join(', ')}.` }
  },
  assets: (before, after) => {
    if (!isGone(after.http_status)) return { passed: describeStatus(after.http_status) }
    // One of the updated items may refer to a file that it did not have before.
    if (before.every(({ http_status }) => isFound(http_status)))
      return { failed: `${describeStatus(after.http_status)} after the updates: pages need this file.` }
    return { passed: `${describeStatus(after.http_status)}, as before.` }
  },
  admin_screen: (before, after) => {
    const known = before.map(describeScreen).find(Boolean)
    if (known) return { notChecked: `It could not be checked before the updates: ${known}.` }
    const problem = describeScreen(after)
    return problem ? { failed: `It is no longer shown after the updates: ${problem}.` } : { passed: 'It is shown.' }
  },
}

/** Empty: the screen of the administration is shown. */
function describeScreen({ http_status, signed_in, fatal_error, blank, complete }: PageCheck): string {
  if (http_status === 0) return 'it gave no complete answer'
  if (http_status >= 400) return describeStatus(http_status)
  if (fatal_error) return 'it shows an error message of PHP or WordPress'
  if (blank) return 'it is empty'
  if (!signed_in) return 'Flotilla could not sign in'
  return complete ? '' : 'it ends in the middle'
}

/** `shop/v3` replaces `shop/v2`. */
const isSameNamespace = (one: string, other: string) => one === other || withoutVersion(one) === withoutVersion(other)
const withoutVersion = (name: string) => name.replace(/\/v?[\d.]{1,10}$/, '')

const gatesOfKind: Record<PageKind, readonly PageGateName[]> = {
  rest: ['status', 'blank', 'time'],
  login: ['status', 'error_text', 'blank', 'size', 'time', 'notices'],
  phone: ['status', 'error_text', 'blank', 'size', 'time', 'notices'],
  newest: ['status', 'error_text', 'blank', 'size', 'time', 'notices'],
  feed: ['status', 'error_text', 'blank', 'time', 'notices'],
  shop: ['status', 'error_text', 'blank', 'size', 'time', 'notices'],
  assets: [],
  // Its status and its content are judged together: a log-in form is no screen of the administration.
  admin_screen: ['time', 'notices'],
}

const rank: Record<GateMode, number> = { off: 0, warn: 1, block: 2 }
const milder = (one: GateMode, other: GateMode): GateMode => (rank[one] < rank[other] ? one : other)

const contentNotRead: Judgement = { notChecked: 'Only the headers of the page were read.' }

const isServerFailure = (status: number) => status === 0 || status >= 500
const describeStatus = (status: number) => (status === 0 ? 'no answer' : `HTTP ${status}`)

/** The gates of one page. Pages of the administration have no content to compare: only their status counts. */
export function comparePages(
  before: Baseline,
  after: PageCheck | null,
  modes: Modes,
  gates: readonly PageGateName[] = before.kind ? gatesOfKind[before.kind] : pageGateNames,
): GateResult[] {
  const { path, kind, checks } = before
  const about = { path, ...(kind && { kind }) }
  const resultOf = (gate: GateName, mode: GateMode, judge: (after: PageCheck) => Judgement): GateResult[] => {
    if (mode === 'off') return []
    const judged = after === null || (checks.length === 0 && kind !== 'assets') ? notRead : judge(after)
    if ('failed' in judged) return [{ gate, ...about, mode, result: 'failed', message: judged.failed }]
    if ('passed' in judged) return [{ gate, ...about, mode, result: 'passed', message: judged.passed }]
    return [{ gate, ...about, mode, result: 'not_checked', message: judged.notChecked }]
  }
  const ofKind = kind && judgesOfKind[kind]
  // A screen that was not shown before has nothing to compare with.
  const isComparable = kind !== 'admin_screen' || checks.every((check) => describeScreen(check) === '')
  return [
    ...(isComparable ? gates : []).flatMap((gate) =>
      resultOf(gate, kind ? milder(modes[gate], modes[kind]) : modes[gate], (page) => judges[gate](checks, page)),
    ),
    ...(ofKind ? resultOf(kind, modes[kind], (page) => ofKind(checks, page)) : []),
  ]
}

const notRead: Judgement = { notChecked: 'The host accepted no more requests, so this is not known.' }

export const isBlocked = (results: readonly GateResult[]): boolean =>
  results.some(({ mode, result }) => mode === 'block' && result === 'failed')

/** The first reason why the updates are not accepted. */
export function describeBlock(results: readonly GateResult[]): string {
  const failed = results.find(({ mode, result }) => mode === 'block' && result === 'failed')
  return failed ? describeFailure(failed) : ''
}

/** The gates that failed and do not roll back, as one sentence per page. */
export const describeWarnings = (results: readonly GateResult[]): string[] =>
  results.filter(({ mode, result }) => mode === 'warn' && result === 'failed').map(describeFailure)

const gatesOfSite: readonly GateName[] = ['connector', 'item']

const namesOfKind: Partial<Record<PageKind, string>> = {
  phone: 'The homepage on a phone',
  admin_screen: 'The dashboard of WordPress',
}

function describeFailure({ gate, path, kind, message }: GateResult): string {
  if (gatesOfSite.includes(gate)) return message
  const page = (kind && namesOfKind[kind]) ?? (path === '' ? 'The homepage' : path)
  return `${page}: ${message}`
}
