import type { Context } from '../../operation/context.ts'
import type { Plan } from '../../operation/operation.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import { ConnectorError, outcomeUnknown } from '../../platform/connector/errors.ts'
import { requireSite, type SiteRef, type SiteRow, siteDisconnected, withChild } from '../sites/index.ts'
import { notApplied } from './site-call-errors.ts'

type Work<T> = (child: ChildSite, site: SiteRow) => Promise<T>

export async function callSite<T>(context: Context, ref: SiteRef, work: Work<T>): Promise<T> {
  const site = await requireSite(context, ref)
  return withChild(context, site, (child) => work(child, site))
}

/** For changes: no other change of the site runs until this one is verified. */
export async function withLockedSite<T>(context: Context, ref: SiteRef, work: Work<T>): Promise<T> {
  const { id } = await requireSite(context, ref)
  return context.siteLocks.hold(id, () => callSite(context, id, work))
}

/** The answer of a dry run about items on one site. The site is not called, so the items may not exist. */
export async function planOnSite(
  context: Pick<Context, 'db' | 'actor'>,
  ref: SiteRef,
  items: readonly Record<string, unknown>[],
): Promise<Plan> {
  const site = await requireSite(context, ref)
  const connected = site.connection === 'connected'
  return {
    site_id: site.id,
    site_url: site.url,
    would_affect: connected ? [...items] : [],
    warnings: connected ? [] : [siteDisconnected(site).message],
  }
}

interface VerifiedChange<State> {
  send(): Promise<unknown>
  readBack(): Promise<State>
  isApplied(state: State): boolean
  /** The end of the sentence “… reported success, but”. */
  problem: string
}

/** Sends a change once and verifies it by reading it back, also when the answer was lost. */
export async function sendAndReadBack<State>(site: SiteRow, change: VerifiedChange<State>): Promise<State> {
  let lostAnswer: ConnectorError | undefined
  try {
    await change.send()
  } catch (error) {
    if (!(error instanceof ConnectorError) || !error.mayHaveArrived || error.code === 'svc_outcome_unknown') throw error
    lostAnswer = error
  }
  const state = await change.readBack().catch((error: unknown) => {
    throw lostAnswer ? outcomeUnknown('the change was made', lostAnswer) : error
  })
  if (change.isApplied(state)) return state
  if (lostAnswer)
    throw lostAnswer.effect === 'possible' ? lostAnswer : outcomeUnknown('the change was made', lostAnswer)
  throw notApplied(site, change.problem)
}
