import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { isSlug } from '../reading/slugs.ts'
import { asMap, entriesOf } from '../reading/values.ts'
import type { SiteSnapshot } from '../snapshot/snapshot.ts'
import type { Plugin, Theme } from '../snapshot/software.ts'
import { changeAndVerify, readParts } from './change.ts'
import type { Kit } from './kit.ts'

export interface Package {
  type: 'plugin' | 'theme'
  /** The address from which the site downloads the zip file. */
  url: string
  /** Plugins only. */
  activate?: boolean
  /** Without it an installed version is an error. */
  overwrite?: boolean
}

export interface InstallOutcome {
  outcome: 'done' | 'failed' | 'unknown'
  slug: string | null
  name: string
  version: string | null
  active: boolean
  message?: string
  snapshot?: SiteSnapshot
}

export interface InstallCalls {
  install(site: ChildSite, item: Package, how?: How): Promise<InstallOutcome>
}

export function installCalls(kit: Kit): InstallCalls {
  return {
    async install(site, item, how) {
      if (!/^https?:\/\/[^\s\\]+$/i.test(item.url) || item.url.length > 2000) {
        throw new ConnectorError('svc_invalid_input', 'A package needs the web address of a zip file.')
      }
      const { type, url, activate = false, overwrite = false } = item
      const fields = { type, url: JSON.stringify(url), activatePlugin: activate ? 'yes' : 'no', overwrite }
      const call = { function: 'installplugintheme', fields, deadline: 'update' } as const
      return kit.locks.hold(site.id, async () => {
        const before = softwareOf(await readParts(kit, site, [`${type}s`], how), type)
        const happened = (snapshot: SiteSnapshot) => newIn(snapshot, type, before) !== undefined
        const { reply, failure, snapshot } = await changeAndVerify(
          kit,
          site,
          { call, shownBy: [`${type}s`], happened },
          how,
        )
        const item = snapshot && (named(reply, snapshot, type) ?? newIn(snapshot, type, before))
        const base = {
          slug: item?.slug ?? null,
          name: item?.name ?? '',
          version: item?.version ?? null,
          active: item?.active ?? false,
        }
        const seen = snapshot ? { ...base, snapshot } : base
        if (failure?.effect === 'may-still-run' ? !item : !snapshot) {
          return {
            ...seen,
            outcome: 'unknown',
            message: `It is not known yet whether the ${type} was installed. ${failure?.message ?? ''}`.trim(),
          }
        }
        if (!item)
          return {
            ...seen,
            outcome: 'failed',
            message: failure?.message ?? `The site reported success, but shows no new ${type}.`,
          }
        return { ...seen, outcome: 'done' }
      })
    },
  }
}

function softwareOf(snapshot: SiteSnapshot, type: 'plugin' | 'theme'): (Plugin | Theme)[] {
  return snapshot[`${type}s`] ?? []
}

/** The item that the site reports as installed, if it exists. */
function named(reply: ReturnType<typeof asMap>, snapshot: SiteSnapshot, type: 'plugin' | 'theme') {
  if (reply.installation !== 'SUCCESS') return undefined
  for (const [, entry] of entriesOf(asMap(reply.other_data).install_items, 10)) {
    const { slug } = asMap(entry)
    if (typeof slug !== 'string' || !isSlug(type, slug)) continue
    const found = softwareOf(snapshot, type).find((item) => item.slug === slug)
    if (found) return found
  }
  return undefined
}

/** An item that is new, or has another version. */
function newIn(snapshot: SiteSnapshot, type: 'plugin' | 'theme', before: readonly (Plugin | Theme)[]) {
  return softwareOf(snapshot, type).find(
    (item) => !before.some((known) => known.slug === item.slug && known.version === item.version),
  )
}
