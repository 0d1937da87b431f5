/** Reads what the pages of a site say about other addresses. Everything in them is hostile. */

const maxNamespaces = 200
const maxName = 100
const maxAddresses = 300
const maxAddress = 1_000

/** The namespaces of the index of the REST API; null: it is none. */
export function readNamespaces(page: string): string[] | null {
  try {
    const index: unknown = JSON.parse(page)
    if (typeof index !== 'object' || index === null || !('namespaces' in index) || !Array.isArray(index.namespaces))
      return null
    const names = index.namespaces.filter((name): name is string => typeof name === 'string' && name.length <= maxName)
    return names.slice(0, maxNamespaces)
  } catch {
    return null
  }
}

/** The path of an address of the site, with a slash at its start; null: it is not below the address of the site. */
export function pathOnSite(siteUrl: string, address: string): string | null {
  const root = siteUrl.endsWith('/') ? siteUrl : `${siteUrl}/`
  const [base, url] = [URL.parse(root), URL.parse(address, root)]
  if (!base || !url || url.host !== base.host || !/^https?:$/.test(url.protocol)) return null
  if (!url.pathname.startsWith(base.pathname)) return null
  return `/${url.pathname.slice(base.pathname.length)}`
}

/** The newest entry of a feed. */
export function newestOf(feed: string, siteUrl: string): string | null {
  const item = feed.indexOf('<item>')
  const start = item < 0 ? -1 : feed.indexOf('<link>', item)
  const end = start < 0 ? -1 : feed.indexOf('</link>', start)
  if (end < 0 || end - start > maxAddress) return null
  const path = pathOnSite(
    siteUrl,
    feed
      .slice(start + '<link>'.length, end)
      .trim()
      .replaceAll('&amp;', '&'),
  )
  return path === '/' ? null : path
}

/** The style sheets and scripts of a page that are on the site, without their parameters. */
export function assetsOf(page: string, siteUrl: string): string[] {
  const found = new Set<string>()
  const sheets = tagsOf(page, '<link').filter((tag) => /\brel=["']?stylesheet\b/i.test(tag))
  for (const tag of [...sheets, ...tagsOf(page, '<script')]) {
    const address = /\b(?:href|src)=["']([^"'\s<>]{1,1000})["']/i.exec(tag)?.[1]
    const path = address === undefined ? null : pathOnSite(siteUrl, address)
    if (path !== null && /\.(?:css|js)$/.test(path)) found.add(path)
  }
  return [...found]
}

function tagsOf(page: string, start: string): string[] {
  const tags: string[] = []
  let at = page.indexOf(start)
  while (at >= 0 && tags.length < maxAddresses) {
    const end = page.indexOf('>', at)
    if (end < 0) break
    tags.push(page.slice(at, Math.min(end, at + 2 * maxAddress)))
    at = page.indexOf(start, end)
  }
  return tags
}
