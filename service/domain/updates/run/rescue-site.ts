import type { Context } from '../../../operation/context.ts'
import { checkHomepage, type SiteRow } from '../../sites/index.ts'
import type { EffectivePolicy } from '../../update-policies/index.ts'
import type { Baseline } from './gates/compare-pages.ts'
import { checkedAddress } from './gates/page-check.ts'
import { adminPath } from './gates/page-requests.ts'
import type { StepGuards } from './step-guard.ts'
import type { RunItem } from './update-outcome.ts'

/** A page is silent after three times the time that it needed before the updates, within these limits. */
const shortestLookMs = 4_000
const longestLookMs = 20_000
/** Requests that a release keeps busy until the time limit of PHP still fill its pool after the old version is back. */
const looksAfterRestore = 3

interface SilentSite {
  site: SiteRow
  policy: Pick<EffectivePolicy, 'gates'>
  before: readonly Baseline[]
  guards: StepGuards
}

/**
 * Takes updates back at once when the site has stopped answering: a release that loops holds every request until the time limit of PHP,
 * so that the checks after the updates would come minutes later. Only pages that answered before are asked, and all of them must be
 * silent. `answered`: the site said that it installed the items.
 */
export async function rescueSite(
  context: Context,
  { site, policy, before, guards }: SilentSite,
  items: readonly RunItem[],
  { answered }: { answered: boolean },
): Promise<void> {
  const pages = ['', adminPath].flatMap((path) => {
    const times = timesBefore(before, path)
    const lookMs = Math.min(Math.max(shortestLookMs, 3 * Math.max(...times)), longestLookMs)
    return times.length === 0 ? [] : [{ path, lookMs }]
  })
  if (policy.gates.status !== 'block' || pages.length === 0) return
  const isSilent = async () => {
    const silent = await Promise.all(pages.map((page) => isPageSilent(context, site, page, guards.probeHeaders)))
    return silent.every(Boolean)
  }
  if (!(await isSilent())) return
  for (const item of items) {
    // An update that was cut off may have changed nothing.
    if (!guards.isArmed(item) || !(answered || (await guards.isReplaced(item)))) continue
    const restoration = await guards.restore(item, { onlyCopy: true })
    const isBack = restoration.state !== 'failed'
    let healed = false
    for (let look = 1; isBack && !healed && look <= looksAfterRestore; look++) healed = !(await isSilent())
    guards.recordRescue(item, { restoration, healed })
    if (healed) return
  }
}

/** Of answers without a server error. */
const timesBefore = (before: readonly Baseline[], wanted: string) =>
  before
    .filter(({ path, kind }) => path === wanted && kind === undefined)
    .flatMap(({ checks }) => checks.filter(({ http_status }) => http_status > 0 && http_status < 500))
    .map(({ response_time_ms }) => response_time_ms)

/** A server that refuses connections is not silent: no release does that. A refusal comes at once, and timers are not exact. */
async function isPageSilent(
  context: Context,
  site: SiteRow,
  { path, lookMs }: { path: string; lookMs: number },
  headers: Record<string, string>,
): Promise<boolean> {
  const start = context.clock.now().getTime()
  const { href: url } = checkedAddress(site, path)
  const deadlines = { connect: lookMs, headers: lookMs, idle: lookMs, total: lookMs }
  const { http_status } = await checkHomepage(context, site, {
    ...{ url, deadlines, skipQueue: true },
    headers: { 'cache-control': 'no-cache', ...headers },
  })
  return http_status === 0 && context.clock.now().getTime() - start >= lookMs / 2
}
