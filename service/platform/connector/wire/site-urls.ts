/** The address for calls. A stored address inside wp-admin is used as it is. */
export function ajaxAddress(siteUrl: string): string {
  if (siteUrl.includes('wp-admin')) return siteUrl
  return `${withSlash(siteUrl)}wp-admin/admin-ajax.php`
}

/** The address of the site that an address of ours belongs to. */
export function siteAddressOf(url: string): string {
  const [site = ''] = url.split('wp-admin/admin-ajax.php', 1)
  return withSlash(site)
}

export function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}

/** The other address if the two differ only by `www.`; else null. */
export function otherSpelling(used: string, claimed: string): string | null {
  const [ours, theirs] = [URL.parse(used), URL.parse(claimed)]
  if (!ours || !theirs || ours.hostname === theirs.hostname) return null
  const bare = (url: URL) => `${url.protocol}//${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`
  return bare(ours) === bare(theirs) ? withSlash(claimed) : null
}
