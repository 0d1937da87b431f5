import type { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { Theme } from '../../platform/connector/snapshot/software.ts'
import type { SiteRef, SiteRow } from '../sites/index.ts'
import { onSite } from './change-software.ts'
import { softwareOfSite } from './site-software-store.ts'
import { type ThemeEntry, toItem, toThemeEntry } from './software.ts'
import { themeNotActivated, themeNotFound } from './software-errors.ts'

type Entry = z.input<typeof ThemeEntry>

/** Switches to a theme. The site is asked first what it has: told to use a theme it lacks, it would break. */
export function activateTheme(
  context: Context,
  ref: SiteRef,
  slug: string,
): Promise<{ site: SiteRow; theme: Entry; previous: Entry | null }> {
  const { db, connector, ingest } = context
  return onSite(context, ref, async (child, site) => {
    const installed = await connector.listThemes(child)
    const wanted = installed.find((theme) => theme.slug === slug)
    if (!wanted) throw themeNotFound(slug, site)
    const before = installed.find(({ active }) => active)
    if (!wanted.active) {
      const { items, snapshot } = await connector.activateTheme(child, slug)
      if (snapshot) await ingest(site.id, snapshot)
      const verdict = items[0]
      if (verdict?.outcome !== 'done') throw themeNotActivated(slug, verdict)
    }
    const updates = new Map(
      (await softwareOfSite(db, site.id, 'theme')).map((item) => [item.slug, item.update_version]),
    )
    const describe = (theme: Theme, active: boolean) =>
      toThemeEntry({ ...toItem(theme), active, update_version: updates.get(theme.slug) ?? null })
    return {
      site,
      theme: describe(wanted, true),
      previous: before ? describe(before, before === wanted) : null,
    }
  })
}
