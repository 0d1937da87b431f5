import { z } from 'zod'
import { type GateMode, gateNames, type PageGateName, pageGateNames } from '../../../update-policies/index.ts'
import type { PageCheck } from './page-check.ts'

export const GateResult = z.object({
  gate: z.enum(gateNames),
  path: z.string(),
  mode: z.enum(['off', 'warn', 'block']),
  result: z.enum(['passed', 'failed', 'not_checked']),
  message: z.string(),
})
export type GateResult = z.output<typeof GateResult>

/** A page before the updates, read twice: a page that changes by itself must not fail its updates. */
export interface Baseline {
  path: string
  checks: PageCheck[]
}

type Modes = Readonly<Record<PageGateName, GateMode>>

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
}

const contentNotRead: Judgement = { notChecked: 'Only the headers of the page were read.' }

const isServerFailure = (status: number) => status === 0 || status >= 500
const describeStatus = (status: number) => (status === 0 ? 'no answer' : `HTTP ${status}`)

/** The gates of one page. Pages of the administration have no content to compare: only their status counts. */
export function comparePages(
  before: Baseline,
  after: PageCheck | null,
  modes: Modes,
  gates: readonly PageGateName[] = pageGateNames,
): GateResult[] {
  const { path } = before
  return gates
    .filter((gate) => modes[gate] !== 'off')
    .map((gate) => {
      const mode = modes[gate]
      if (after === null || before.checks.length === 0)
        return {
          gate,
          path,
          mode,
          result: 'not_checked',
          message: 'The host accepted no more requests, so this is not known.',
        }
      const judged = judges[gate](before.checks, after)
      if ('failed' in judged) return { gate, path, mode, result: 'failed', message: judged.failed }
      if ('passed' in judged) return { gate, path, mode, result: 'passed', message: judged.passed }
      return { gate, path, mode, result: 'not_checked', message: judged.notChecked }
    })
}

export const isBlocked = (results: readonly GateResult[]): boolean =>
  results.some(({ mode, result }) => mode === 'block' && result === 'failed')

/** The first reason why the updates are not accepted. */
export function describeBlock(results: readonly GateResult[]): string {
  const failed = results.find(({ mode, result }) => mode === 'block' && result === 'failed')
  return failed ? `${failed.path === '' ? 'The homepage' : failed.path}: ${failed.message}` : ''
}
