import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { determineActionOutcome, type ItemOutcome } from '../outcomes.ts'
import { checkedSlugs } from '../reading/slugs.ts'
import { asMap, isMap, type WireMap } from '../reading/values.ts'
import { PartReader } from '../snapshot/part-reader.ts'
import { readThemes, type Theme } from '../snapshot/software.ts'
import { changeAndVerify } from './change.ts'
import { callForMap, type Kit } from './kit.ts'
import type { Outcomes } from './plugins.ts'

export interface ThemeCalls {
  listThemes(site: ChildSite, how?: How): Promise<Theme[]>
  /** Refused before anything is sent if the site has no such theme: it would switch to a broken one. */
  activateTheme(site: ChildSite, slug: string, how?: How): Promise<Outcomes>
  deleteThemes(site: ChildSite, slugs: readonly string[], how?: How): Promise<Outcomes>
}

export function themeCalls(kit: Kit): ThemeCalls {
  async function listThemes(site: ChildSite, how?: How): Promise<Theme[]> {
    const { data } = await callForMap(
      kit,
      site,
      { function: 'get_all_themes', fields: { filter: 0 }, deadline: 'short' },
      how,
    )
    return readThemes(new PartReader(kit.clock.now()), data) ?? []
  }

  async function activate(site: ChildSite, slug: string, how?: How): Promise<Outcomes> {
    const installed = (await listThemes(site, how)).find((theme) => theme.slug === slug)
    if (!installed)
      throw new ConnectorError('svc_theme_not_found', `The site has no theme ${slug}; nothing was changed.`)
    if (installed.active)
      return {
        items: [
          determineActionOutcome({ slug, action: 'activate', touched: true, failure: undefined, seen: installed }),
        ],
      }
    const call = {
      function: 'theme_action',
      fields: { action: 'activate', theme: slug },
      deadline: 'update',
      readsErrorMap: true,
    } as const
    const happened = ({ themes }: { themes?: Theme[] }) =>
      themes?.some((theme) => theme.slug === slug && theme.active) ?? false
    const { failure, snapshot } = await changeAndVerify(kit, site, { call, shownBy: ['themes'], happened }, how)
    const seen = snapshot && (snapshot.themes?.find((theme) => theme.slug === slug) ?? null)
    return {
      items: [determineActionOutcome({ slug, action: 'activate', touched: true, failure, seen })],
      ...(snapshot && { snapshot }),
    }
  }

  async function remove(site: ChildSite, slugs: string[], how?: How): Promise<Outcomes> {
    const call = {
      function: 'theme_action',
      fields: { action: 'delete', theme: slugs.join('||') },
      deadline: 'update',
      readsErrorMap: true,
    } as const
    const happened = ({ themes }: { themes?: Theme[] }) => !themes?.some((theme) => slugs.includes(theme.slug))
    const { reply, failure, snapshot } = await changeAndVerify(kit, site, { call, shownBy: ['themes'], happened }, how)
    const touched = asMap(asMap(reply.other_data).theme_action_data)
    const items = slugs.map((slug) => {
      const seen = snapshot && (snapshot.themes?.find((theme) => theme.slug === slug) ?? null)
      return (
        activeRefusal(reply, slug, seen) ??
        determineActionOutcome({ slug, action: 'delete', touched: wasThere(touched[slug]), failure, seen })
      )
    })
    return { items, ...(snapshot && { snapshot }) }
  }

  return {
    listThemes,
    async activateTheme(site, given, how) {
      const [slug = ''] = checkedSlugs('theme', [given])
      return kit.locks.hold(site.id, () => activate(site, slug, how))
    },
    async deleteThemes(site, given, how) {
      const slugs = checkedSlugs('theme', given)
      return kit.locks.hold(site.id, () => remove(site, slugs, how))
    },
  }
}

// A theme that did not exist is reported as deleted, with `false` for its version.
function wasThere(entry: unknown): boolean {
  return isMap(entry) && entry.version !== false
}

function activeRefusal(reply: WireMap, slug: string, seen: Theme | null | undefined): ItemOutcome | undefined {
  const { is_activated_theme: active, is_activated_parent: parent } = asMap(reply.error)
  if (active !== slug && parent !== slug) return undefined
  const name = seen?.name ?? slug
  const role = active === slug ? 'is the active theme' : 'is the parent of the active theme'
  const version = seen?.version ?? null
  const message = `${name} ${role} and cannot be deleted; activate another theme first.`
  return { slug, name, outcome: 'failed', oldVersion: version, newVersion: version, code: 'svc_theme_active', message }
}
