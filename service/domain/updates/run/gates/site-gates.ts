import type { Context } from '../../../../operation/context.ts'
import type { How } from '../../../../platform/connector/child-site.ts'
import { ConnectorError } from '../../../../platform/connector/errors.ts'
import type { SiteSnapshot } from '../../../../platform/connector/snapshot/snapshot.ts'
import { throwIfLeaseLost } from '../../../../platform/leases.ts'
import { requireSite, withChild } from '../../../sites/index.ts'
import type { GateMode } from '../../../update-policies/index.ts'
import type { UpdateOutcome } from '../update-outcome.ts'
import type { GateResult } from './compare-pages.ts'
import type { GatePolicy } from './gate-types.ts'

/** A connector that fails once may have met a restart of PHP. */
const maxReads = 3
const pauseMs = 3_000

/** Codes that say nothing about the connector: the host takes no more calls, or WordPress is in maintenance. */
const saysNothing = ['svc_site_busy', 'svc_maintenance', 'svc_cancelled']

export interface SiteGateRun {
  results: GateResult[]
  /** By item, as `type slug`: the version that is installed now; null: the item is gone. Empty: the site was not read. */
  found: ReadonlyMap<string, string | null>
  isUnchecked: boolean
}

/** Asks the connector after the updates, with one call, which also says what is installed now. */
export async function runSiteGates(
  context: Context,
  siteId: number,
  { gates }: Pick<GatePolicy, 'gates'>,
  { outcomes, how }: { outcomes: readonly UpdateOutcome[]; how: How },
): Promise<SiteGateRun> {
  const nothing: SiteGateRun = { results: [], found: new Map(), isUnchecked: false }
  if (gates.connector === 'off' && gates.item === 'off') return nothing
  const seen = await askConnector(context, siteId, how)
  const found = 'snapshot' in seen ? findItems(seen.snapshot, outcomes) : new Map<string, string | null>()
  const results = [
    ...judgeConnector(gates.connector, 'snapshot' in seen ? { answers: true } : seen),
    ...judgeItems(gates.item, outcomes, found),
  ]
  const isUnchecked = 'isUnknown' in seen && seen.isUnknown && gates.connector === 'block'
  return { results, found, isUnchecked }
}

type ConnectorAnswer = { snapshot: SiteSnapshot } | { message: string; isUnknown: boolean }

async function askConnector(context: Context, siteId: number, how: How): Promise<ConnectorAnswer> {
  for (let read = 1; ; read++) {
    throwIfLeaseLost()
    // Read each time: the call before may have restored the key.
    const site = await requireSite(context, siteId)
    try {
      const parts = ['plugins', 'themes'] as const
      return { snapshot: await withChild(context, site, (child) => context.connector.readSite(child, { parts }, how)) }
    } catch (error) {
      throwIfLeaseLost()
      if (!(error instanceof ConnectorError)) throw error
      const isUnknown = saysNothing.includes(error.code)
      if (isUnknown || read === maxReads) return { message: error.message, isUnknown }
      await new Promise<void>((resolve) => void context.clock.after(pauseMs, resolve))
    }
  }
}

export function judgeConnector(
  mode: GateMode,
  seen: { answers: true } | { message: string; isUnknown: boolean },
): GateResult[] {
  if (mode === 'off') return []
  const about = { gate: 'connector', path: '', mode } as const
  if ('answers' in seen) return [{ ...about, result: 'passed', message: 'The connector answers.' }]
  if (seen.isUnknown) return [{ ...about, result: 'not_checked', message: seen.message }]
  const message = `The connector no longer answers after the updates. ${seen.message}`
  return [{ ...about, result: 'failed', message }]
}

/** An item that is gone failed; another version than the installed one is for the outcome of the item. */
export function judgeItems(
  mode: GateMode,
  outcomes: readonly UpdateOutcome[],
  found: ReadonlyMap<string, string | null>,
): GateResult[] {
  if (mode === 'off' || found.size === 0) return []
  const about = { gate: 'item', path: '', mode } as const
  const gone = outcomes.filter(({ type, slug }) => found.get(`${type} ${slug}`) === null)
  if (gone.length === 0) return [{ ...about, result: 'passed', message: 'What was updated is on the site.' }]
  const names = gone.map(({ name }) => name).join(', ')
  return [{ ...about, result: 'failed', message: `It is no longer on the site: ${names}.` }]
}

function findItems(
  { plugins, themes }: Pick<SiteSnapshot, 'plugins' | 'themes'>,
  outcomes: readonly UpdateOutcome[],
): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const { type, slug, result } of outcomes) {
    const items = type === 'plugin' ? plugins : type === 'theme' ? themes : undefined
    if (!items || result !== 'updated') continue
    const item = items.find((each) => each.slug === slug)
    // A version that cannot be read is no reason to call the item changed.
    if (item === undefined || item.version) found.set(`${type} ${slug}`, item?.version ?? null)
  }
  return found
}
