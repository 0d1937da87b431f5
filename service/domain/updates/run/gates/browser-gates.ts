import { randomBytes } from 'node:crypto'
import type { Context } from '../../../../operation/context.ts'
import { BrowserError } from '../../../../platform/browser/browser-error.ts'
import type { CapturedPage } from '../../../../platform/browser/screenshots/capture-pages.ts'
import type { SiteRow } from '../../../sites/index.ts'
import { browserGateNames, type EffectivePolicy } from '../../../update-policies/index.ts'
import type { GateResult } from './compare-pages.ts'
import { copyScreenshot, upsertScreenshot } from './screenshot-store.ts'

type BrowserContext = Pick<Context, 'browser' | 'db' | 'clock'>
type BrowserPolicy = Pick<EffectivePolicy, 'gates' | 'browserSites'>
type BrowserGate = (typeof browserGateNames)[number]

/** The homepage in a browser before the updates, opened twice: what changes by itself must not fail the updates. */
export type BrowserBaseline =
  | { pages: readonly [CapturedPage, CapturedPage] }
  /** Wanted on this site, but not possible. */
  | { problem: string }
  /** Not wanted on this site. */
  | { leftOut: string }

/** A page that lost its styles or its content differs more than this; moved text does not. */
const largestShare = 0.25
const sampleEvery = 20
const maxWaitMs = 600_000

const leftOutOfSample = `Only the first wave of a rollout and every ${sampleEvery}th site are checked in a browser.`
const restarted = 'Flotilla was restarted during the updates, so there is no picture from before to compare with.'

/** The same sites each time, spread over the fleet. */
const isInSample = (siteId: number) => (Math.imul(siteId, 2_654_435_761) >>> 0) % sampleEvery === 0

/** Null when both gates are off. `always`: a first wave, or one site that a person updates. */
export async function readBrowserBaseline(
  context: BrowserContext,
  site: SiteRow,
  { gates, browserSites }: BrowserPolicy,
  { always, isContinued }: { always: boolean; isContinued: boolean },
): Promise<BrowserBaseline | null> {
  if (browserGateNames.every((name) => gates[name] === 'off')) return null
  if (!always && browserSites === 'sample' && !isInSample(site.id)) return { leftOut: leftOutOfSample }
  if (isContinued) return { problem: restarted }
  // The password would be sent to every server that the page loads something from.
  if (site.http_user) return { problem: 'The site asks for a password of its web server.' }
  const captured = await capture(context, site, 2)
  if ('problem' in captured) return captured
  const [first, second] = captured.pages
  return first && second ? { pages: [first, second] } : { problem: 'The page could not be opened.' }
}

async function capture(
  { browser }: BrowserContext,
  site: SiteRow,
  times: number,
): Promise<{ pages: CapturedPage[] } | { problem: string }> {
  try {
    const urls = Array.from({ length: times }, () => {
      const url = new URL(site.url)
      url.searchParams.set('flotilla-check', randomBytes(6).toString('hex'))
      return url.href
    })
    return { pages: await browser.capture({ urls, verifyTls: site.verify_tls }, maxWaitMs) }
  } catch (error) {
    if (error instanceof BrowserError) return { problem: error.message }
    throw error
  }
}

/** Stores the picture from before the updates, as evidence. */
export async function storeBaseline(
  { db, clock }: BrowserContext,
  { run, siteId }: { run: string; siteId: number },
  baseline: BrowserBaseline | null,
): Promise<void> {
  if (baseline && 'pages' in baseline)
    await upsertScreenshot(db, { run, siteId, moment: 'before', image: baseline.pages[1] }, clock.now())
}

export interface BrowserCheck {
  run: string
  baseline: BrowserBaseline | null
  /** The first check after the updates, or one after a rollback. */
  isFirst: boolean
  /** Other gates failed: the page is known to be broken, and another look in the browser tells nothing new. */
  isBroken: boolean
}

/** The gates in a browser after the updates. */
export async function runBrowserGates(
  context: BrowserContext,
  site: SiteRow,
  { gates }: BrowserPolicy,
  { run, baseline, isFirst, isBroken }: BrowserCheck,
): Promise<GateResult[]> {
  if (baseline === null) return []
  const results = (judge: (gate: BrowserGate) => Pick<GateResult, 'result' | 'message'> & { mode?: 'off' }) =>
    browserGateNames
      .filter((gate) => gates[gate] !== 'off')
      .map((gate): GateResult => ({ gate, path: '', mode: gates[gate], ...judge(gate) }))
  const notChecked = (message: string) => results(() => ({ result: 'not_checked', message }))
  if ('leftOut' in baseline) return results(() => ({ result: 'not_checked', message: baseline.leftOut, mode: 'off' }))
  if ('problem' in baseline) return notChecked(baseline.problem)
  const captured = await capture(context, site, 1)
  if ('problem' in captured) return notChecked(captured.problem)
  const [after] = captured.pages
  if (!after) return notChecked('The page could not be opened.')
  const moment = isFirst ? 'after' : 'restored'
  await upsertScreenshot(context.db, { run, siteId: site.id, moment, image: after }, context.clock.now())
  if (isBroken) return notChecked('The page failed its other checks.')
  const compared = gates.screenshot === 'off' ? null : await compareWith(context, baseline.pages, after)
  return results((gate) => (gate === 'console' ? judgeConsole(baseline.pages, after) : (compared ?? unexpected)))
}

const noPicture = 'There is no picture from before the updates to compare with.'

/**
 * After a rollback by a person: pictures as evidence. The exact picture and the console from before the updates are not kept, so the
 * gates are recorded as not checked and do not decide.
 */
export async function captureAfterRollback(
  context: BrowserContext,
  site: SiteRow,
  { gates }: Pick<BrowserPolicy, 'gates'>,
  { run, rollback }: { run: string; rollback: string },
): Promise<GateResult[]> {
  const wanted = browserGateNames.filter((gate) => gates[gate] !== 'off')
  if (wanted.length === 0) return []
  const hasPicture = await copyScreenshot(context.db, { from: run, to: rollback, moment: 'before' })
  const captured = hasPicture && !site.http_user ? await capture(context, site, 1) : { problem: noPicture }
  const [page] = 'pages' in captured ? captured.pages : []
  if (page) {
    const picture = { run: rollback, siteId: site.id, moment: 'after' as const, image: page }
    await upsertScreenshot(context.db, picture, context.clock.now())
  }
  const message =
    'problem' in captured ? captured.problem : 'Compare the pictures from before the updates and from now.'
  return wanted.map((gate) => ({ gate, path: '', mode: 'warn', result: 'not_checked', message }))
}

const unexpected = { result: 'not_checked', message: 'The pictures were not compared.' } as const

/** Without what differs from visit to visit: the random parameter, numbers and hashes. */
const withoutNumbers = (text: string) => text.replace(/flotilla-check=[0-9a-f]+/g, '').replace(/\d+/g, '0')

export function judgeConsole(
  before: readonly Pick<CapturedPage, 'errors'>[],
  after: Pick<CapturedPage, 'errors'>,
): Pick<GateResult, 'result' | 'message'> {
  const known = new Set(before.flatMap(({ errors }) => errors.map(withoutNumbers)))
  const added = after.errors.filter((error) => !known.has(withoutNumbers(error)))
  const [first] = added
  if (first === undefined) return { result: 'passed', message: 'No new errors in the console.' }
  const count = added.length === 1 ? '1 new error' : `${added.length} new errors`
  return { result: 'failed', message: `${count} in the console: ${first}` }
}

async function compareWith(
  { browser }: BrowserContext,
  [before, beforeAgain]: readonly [CapturedPage, CapturedPage],
  after: CapturedPage,
): Promise<Pick<GateResult, 'result' | 'message'>> {
  try {
    const { share, ignored } = await browser.compare({
      before: before.png,
      beforeAgain: beforeAgain.png,
      after: after.png,
    })
    const percent = (part: number) => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`
    const left = ignored > 0.001 ? ` ${percent(ignored)} of it changed by itself before and was not compared.` : ''
    const message = `${percent(share)} of the picture differs.${left}`
    if (ignored > 0.9) return { result: 'not_checked', message: 'The page changes by itself too much to be compared.' }
    return { result: share > largestShare ? 'failed' : 'passed', message }
  } catch (error) {
    if (error instanceof BrowserError) return { result: 'not_checked', message: error.message }
    throw error
  }
}
