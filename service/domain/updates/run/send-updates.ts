import type { Context } from '../../../operation/context.ts'
import type { ChildSite } from '../../../platform/connector/child-site.ts'
import type { SiteSnapshot } from '../../../platform/connector/snapshot/snapshot.ts'
import { requireSite, withChild } from '../../sites/index.ts'
import type { UpdateType } from '../update.ts'
import { outcomeOfCore, outcomeOfSoftware, type RunItem, type UpdateOutcome } from './update-outcome.ts'

/** WordPress first: plugins may need the new version. Translations last: new versions bring new translations. */
export const typeOrder: readonly UpdateType[] = ['core', 'plugin', 'theme', 'translation']

interface SentUpdates {
  outcomes: UpdateOutcome[]
  /** The site after the call; undefined when it could not be read. */
  snapshot: SiteSnapshot | undefined
}

/** One changing call for all items of a type. Throws when it certainly had no effect. */
export async function sendUpdates(
  context: Context,
  siteId: number,
  type: UpdateType,
  items: readonly RunItem[],
): Promise<SentUpdates> {
  // Read for each call: the call before may have restored the key.
  const site = await requireSite(context, siteId)
  return withChild(context, site, (child) => send(context, child, type, items))
}

async function send(
  { connector }: Context,
  child: ChildSite,
  type: UpdateType,
  items: readonly RunItem[],
): Promise<SentUpdates> {
  if (type === 'core') {
    const outcome = await connector.updateCore(child, { version: items[0]!.from || null })
    return { outcomes: [outcomeOfCore(items[0]!, outcome)], snapshot: outcome.snapshot }
  }
  const installed = items.map(({ slug, from }) => ({ slug, version: from || null }))
  const { items: reported, snapshot } =
    type === 'translation'
      ? await connector.updateTranslations(
          child,
          items.map(({ slug }) => slug),
        )
      : await connector[type === 'plugin' ? 'updatePlugins' : 'updateThemes'](child, installed)
  const bySlug = new Map(reported.map((outcome) => [outcome.slug, outcome]))
  return { outcomes: items.map((item) => outcomeOfSoftware(item, bySlug.get(item.slug))), snapshot }
}
