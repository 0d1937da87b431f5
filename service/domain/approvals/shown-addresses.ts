/** Fields that hold an address, also without a scheme. */
const addressNames = /(^|_)(url|urls|address|addresses|endpoint|website|link|feed|domain)$/i
const hiddenPart = '[hidden]'
const maxHosts = 50

/** An address as the service would call it, or null for other text. Text with blanks is never one: it is shown as it is. */
function readAddress(text: string, name: string): URL | null {
  if (/[\s\p{Cc}]/u.test(text)) return null
  if (text.includes('://')) return URL.parse(text)
  return addressNames.test(name) && /^[^/@]*@|[.:]/.test(text) ? URL.parse(`https://${text}`) : null
}

/**
 * The text of a field as people who approve a call see it. Of an address, the user information and the values of the query are hidden;
 * its host and path, and all other text, are shown in full.
 */
export function showText(text: string, name: string): string {
  const url = readAddress(text, name)
  if (!url || (url.username === '' && url.password === '' && url.search === '' && url.hash === '')) return text
  const user = url.username === '' && url.password === '' ? '' : `${hiddenPart}@`
  const names = [...new Set(url.searchParams.keys())].map((each) => `${encodeURIComponent(each)}=${hiddenPart}`)
  const query = url.search === '' ? '' : `?${names.join('&')}`
  const fragment = url.hash === '' ? '' : `#${hiddenPart}`
  return `${url.protocol}//${user}${url.host}${url.pathname}${query}${fragment}`
}

/**
 * The hosts of all addresses in a call, in fields and inside of texts, whatever stands before or after them: a person sees where
 * something is sent without reading an address. At most 50, and a last entry with the number of the others.
 */
export function listHosts(value: unknown): string[] {
  const hosts = new Set<string>()
  const read = (each: unknown, name: string): void => {
    if (typeof each === 'string') {
      for (const word of each.split(/[\s\p{Cc}"'<>“”‘’(),;]+/u)) {
        const host = readAddress(word, name)?.host
        if (host) hosts.add(host)
      }
    } else if (Array.isArray(each)) for (const one of each) read(one, name)
    else if (typeof each === 'object' && each !== null) for (const [key, one] of Object.entries(each)) read(one, key)
  }
  read(value, '')
  const all = [...hosts].toSorted()
  return all.length <= maxHosts ? all : [...all.slice(0, maxHosts), `… and ${all.length - maxHosts} more`]
}
