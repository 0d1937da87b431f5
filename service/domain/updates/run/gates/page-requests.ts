import type { SiteRow } from '../../../sites/index.ts'
import type { PageKind } from '../../../update-policies/index.ts'
import { adminScreenPath } from './admin-screen.ts'
import type { Baseline } from './compare-pages.ts'
import type { GateContext, GatePolicy } from './gate-types.ts'
import type { PageCheck, PageRequest } from './page-check.ts'
import { assetsOf, newestOf, pathOnSite } from './page-contents.ts'
import { hasActivePlugin } from './update-check-store.ts'

/** Answers without a parameter with 400, on every WordPress. It loads the plugins as the administration does. */
export const adminPath = '/wp-admin/admin-ajax.php'

const restPath = '/wp-json/'
/** Works without permalinks, too. */
const plainRestPath = '/?rest_route=/'
const newestPath = '/wp-json/wp/v2/posts?per_page=1&_fields=link'
const feedPath = '/?feed=rss2'
const shopPlugin = 'woocommerce/woocommerce.php'
/** Their names in English; others are among the further pages of the policy of a site. */
const shopPaths = ['/shop/', '/cart/', '/checkout/']
const maxAssets = 6

/** How many more pages may be read. */
export interface RequestLimit {
  left: number
}

export interface CheckedItem {
  type: string
  slug: string
}

type PageName = { path: string; kind?: string | undefined }

export const isSamePage = (one: PageName, other: PageName) => one.path === other.path && one.kind === other.kind

/** The homepage, the further pages of the policy and admin-ajax.php: always read. */
export function mainRequests(
  { settings }: Pick<GateContext, 'settings'>,
  policy: GatePolicy,
  headers: Record<string, string>,
): PageRequest[] {
  const method = settings.get('general').check_http_response_method === 'head' ? 'HEAD' : 'GET'
  const pages = ['', ...policy.extraPaths].map((path) => {
    return { path, method, keyText: path === '' ? policy.keyText : null, headers } as const
  })
  return [...pages, { path: adminPath, method: 'GET', keyText: null, headers }]
}

interface MorePages {
  homepage: string
  items: readonly CheckedItem[]
  /** Null: not read. */
  readOnce(request: PageRequest): Promise<PageCheck | null>
}

/** Further pages before the updates. Pages that the site does not have are left out. */
export async function findMorePages(
  { db }: Pick<GateContext, 'db'>,
  site: SiteRow,
  { gates }: GatePolicy,
  { homepage, items, readOnce }: MorePages,
): Promise<Baseline[]> {
  const isOn = (kind: PageKind) => gates[kind] !== 'off'
  const read = async (kind: PageKind, path: string, more: Partial<PageRequest> = {}): Promise<Baseline[]> => {
    const check = await readOnce({ path, kind, method: 'GET', keyText: null, ...more })
    return check === null ? [] : [{ path, kind, checks: [check] }]
  }
  const isThere = ({ checks }: Baseline) => checks.every(({ http_status }) => http_status > 0 && http_status < 400)
  const readRest = async () => {
    const found = await read('rest', restPath)
    const isMissing = found.some(({ checks }) => checks.some(({ http_status }) => http_status === 404))
    return isMissing ? read('rest', plainRestPath) : found
  }
  const readFeedAndNewest = async () => {
    const texts: string[] = []
    const inspect = (page: string) => void texts.push(page)
    const feed = await read('feed', feedPath, { inspect })
    if (!isOn('newest')) return feed.filter(isThere)
    let newest = newestOf(texts.pop() ?? '', site.url)
    if (newest === null) {
      await readOnce({ path: newestPath, method: 'GET', keyText: null, inspect })
      newest = newestIn(texts.pop() ?? '', site.url)
    }
    const page = newest === null ? [] : await read('newest', newest)
    return [...(isOn('feed') ? feed : []), ...page].filter(isThere)
  }
  const readShop = async () => {
    if (!(await hasActivePlugin(db, site.id, shopPlugin))) return []
    return (await Promise.all(shopPaths.map((path) => read('shop', path)))).flat().filter(isThere)
  }
  const assets = isOn('assets') ? chooseAssets(assetsOf(homepage, site.url), items) : []
  const found = await Promise.all([
    isOn('rest') ? readRest() : [],
    isOn('login') ? read('login', '/wp-login.php') : [],
    isOn('admin_screen') ? read('admin_screen', adminScreenPath) : [],
    isOn('phone') ? read('phone', '') : [],
    isOn('feed') || isOn('newest') ? readFeedAndNewest() : [],
    isOn('shop') ? readShop() : [],
    ...assets.map((path) => read('assets', path, { method: 'HEAD' })),
  ])
  return found.flat()
}

/** The address of the newest post, from the REST API. */
function newestIn(page: string, siteUrl: string): string | null {
  try {
    const posts: unknown = JSON.parse(page)
    const link: unknown = Array.isArray(posts) ? posts[0]?.link : undefined
    return typeof link === 'string' && link.length <= 1_000 ? pathOnSite(siteUrl, link) : null
  } catch {
    return null
  }
}

/** The further pages that were there before the updates. */
export const requestsOfKinds = (
  { gates }: GatePolicy,
  before: readonly Baseline[],
  headers: Record<string, string>,
): { request: PageRequest; known: Baseline }[] =>
  before.flatMap((known) => {
    const { path, kind } = known
    if (kind === undefined || kind === 'assets' || gates[kind] === 'off') return []
    return [{ request: { path, kind, method: 'GET', keyText: null, headers }, known }]
  })

const folderOf = (slug: string) => slug.split('/')[0] ?? slug
const isOf = (path: string, { type, slug }: CheckedItem) =>
  (type === 'plugin' || type === 'theme') && path.includes(`/${type}s/${folderOf(slug)}/`)
const isOfItems = (path: string, items: readonly CheckedItem[]) => items.some((item) => isOf(path, item))

/** Those of the updated items first. */
export const chooseAssets = (paths: readonly string[], items: readonly CheckedItem[]): string[] =>
  [...paths.filter((path) => isOfItems(path, items)), ...paths.filter((path) => !isOfItems(path, items))].slice(
    0,
    maxAssets,
  )

/**
 * Style sheets and scripts after the updates: those that the page still needs, and new ones of the updated items. A file that the
 * page no longer needs may be gone.
 */
export function assetRequests(
  paths: readonly string[],
  { before, items }: { before: readonly Baseline[]; items: readonly CheckedItem[] },
): { request: PageRequest; known: Baseline }[] {
  const known = before.filter(({ kind }) => kind === 'assets')
  // With as many as are read at most, others may have been missing before.
  const isComplete = known.filter(({ path }) => isOfItems(path, items)).length < maxAssets
  return paths
    .flatMap((path): Baseline[] => {
      const asset = known.find((each) => each.path === path)
      if (asset) return [asset]
      return isComplete && isOfItems(path, items) ? [{ path, kind: 'assets', checks: [] }] : []
    })
    .slice(0, maxAssets)
    .map((asset) => ({
      request: { path: asset.path, kind: 'assets', method: 'HEAD', keyText: null },
      known: asset,
    }))
}
