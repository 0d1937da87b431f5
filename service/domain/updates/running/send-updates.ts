import type { Context } from '../../../operation/context.ts'
import type { ChildSite } from '../../../platform/connector/child-site.ts'
import type { SiteSnapshot } from '../../../platform/connector/snapshot/snapshot.ts'
import { requireSite, withChild } from '../../sites/index.ts'
import type { UpdateType } from '../update.ts'
import { fromCore, fromSoftware } from './judge.ts'
import type { ItemOutcome, RunItem } from './outcome.ts'

/** WordPress first, since plugins may need the new one; translations last, since new versions bring new ones. */
export const stepOrder: readonly UpdateType[] = ['core', 'plugin', 'theme', 'translation']

export interface Told {
  outcomes: ItemOutcome[]
  /** The site afterwards; undefined when nobody could look. */
  snapshot: SiteSnapshot | undefined
}

/** One changing call for all items of a type. Throws when it certainly had no effect. */
export async function sendUpdates(
  context: Context,
  siteId: number,
  type: UpdateType,
  items: readonly RunItem[],
): Promise<Told> {
  // Read anew for each call: the one before may have had to restore the key.
  const site = await requireSite(context, siteId)
  return withChild(context, site, (child) => send(context, child, type, items))
}

async function send(
  { connector }: Context,
  child: ChildSite,
  type: UpdateType,
  items: readonly RunItem[],
): Promise<Told> {
  if (type === 'core') {
    const verdict = await connector.updateCore(child, { version: items[0]!.from || null })
    return { outcomes: [fromCore(items[0]!, verdict)], snapshot: verdict.snapshot }
  }
  const wanted = items.map(({ slug, from }) => ({ slug, version: from || null }))
  const { items: verdicts, snapshot } =
    type === 'translation'
      ? await connector.updateTranslations(
          child,
          items.map(({ slug }) => slug),
        )
      : await connector[type === 'plugin' ? 'updatePlugins' : 'updateThemes'](child, wanted)
  const bySlug = new Map(verdicts.map((verdict) => [verdict.slug, verdict]))
  return { outcomes: items.map((item) => fromSoftware(item, bySlug.get(item.slug))), snapshot }
}
