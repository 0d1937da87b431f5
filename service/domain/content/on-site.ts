import type { Context } from '../../operation/context.ts'
import type { Plan } from '../../operation/operation.ts'
import type { ChildSite } from '../../platform/connector/child-site.ts'
import { ConnectorError, outcomeUnknown } from '../../platform/connector/errors.ts'
import { requireSite, type SiteRef, type SiteRow, siteDisconnected, withChild, withSiteLock } from '../sites/index.ts'
import { notApplied } from './content-errors.ts'

type Work<T> = (child: ChildSite, site: SiteRow) => Promise<T>

/** Asks one site something. */
export async function onSite<T>(context: Context, ref: SiteRef, work: Work<T>): Promise<T> {
  const site = await requireSite(context, ref)
  return withChild(context, site, (child) => work(child, site))
}

/** Changes something on one site: nobody else does until the change was looked at. */
export async function withLockedSite<T>(context: Context, ref: SiteRef, work: Work<T>): Promise<T> {
  const { id } = await requireSite(context, ref)
  return withSiteLock(context, id, () => onSite(context, id, work))
}

/** What a dry run answers about things on one site: it is not asked, so nobody knows whether they are there. */
export async function planOnSite(
  context: Pick<Context, 'db' | 'actor'>,
  ref: SiteRef,
  things: readonly Record<string, unknown>[],
): Promise<Plan> {
  const site = await requireSite(context, ref)
  const connected = site.connection === 'connected'
  return {
    site_id: site.id,
    site_url: site.url,
    would_affect: connected ? [...things] : [],
    warnings: connected ? [] : [siteDisconnected(site).message],
  }
}

export interface Change<Seen> {
  send(): Promise<unknown>
  look(): Promise<Seen>
  shows(seen: Seen): boolean
  /** What is wrong when it does not show, as the end of a sentence. */
  otherwise: string
}

/** Sends a change once and believes only what the site then shows; a lost answer is settled by that look, too. */
export async function changeAndVerify<Seen>(site: SiteRow, change: Change<Seen>): Promise<Seen> {
  let doubt: ConnectorError | undefined
  try {
    await change.send()
  } catch (error) {
    if (!(error instanceof ConnectorError) || !error.mayHaveArrived || error.code === 'svc_outcome_unknown') throw error
    doubt = error
  }
  const seen = await change.look().catch((error: unknown) => {
    throw doubt ? outcomeUnknown('the change was made', doubt) : error
  })
  if (change.shows(seen)) return seen
  if (doubt) throw doubt.effect === 'possible' ? doubt : outcomeUnknown('the change was made', doubt)
  throw notApplied(site, change.otherwise)
}
