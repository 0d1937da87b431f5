import { line } from '../../../platform/connector/reading/text.ts'

/** What the head of a page says about its site. The page is from the network: only its beginning is read, in linear time. */
export interface PageHead {
  /** Empty if the page has none. */
  title: string
  /** Addresses of icons, absolute, as the page orders them. */
  icons: string[]
}

const maxRead = 262_144
const maxTag = 2_000
const maxIcons = 3

export function readHead(html: string, pageUrl: string): PageHead {
  const text = html.slice(0, maxRead)
  const lower = text.toLowerCase()
  const opening = lower.indexOf('<title')
  const start = opening === -1 ? -1 : lower.indexOf('>', opening) + 1
  const end = start <= 0 ? -1 : lower.indexOf('</title', start)
  const title = end === -1 ? '' : line(decodeEntities(text.slice(start, end)), 200)
  return { title, icons: readIcons(text, lower, pageUrl) }
}

function readIcons(text: string, lower: string, pageUrl: string): string[] {
  const icons: string[] = []
  for (let at = lower.indexOf('<link'); at !== -1 && icons.length < maxIcons; at = lower.indexOf('<link', at + 5)) {
    const end = lower.indexOf('>', at)
    if (end === -1) break
    if (end - at > maxTag) continue
    const tag = text.slice(at, end)
    const relations = attributeIn(tag, 'rel').toLowerCase().split(/\s+/)
    if (!relations.some((relation) => relation === 'icon' || relation === 'apple-touch-icon')) continue
    const address = URL.parse(decodeEntities(attributeIn(tag, 'href')), pageUrl)
    if (address && /^https?:$/.test(address.protocol)) icons.push(address.href)
  }
  return icons
}

/** The value of an attribute in a tag; empty if it has none. */
function attributeIn(tag: string, name: string): string {
  const lower = tag.toLowerCase()
  for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, at + name.length)) {
    const rest = tag.slice(at + name.length).trimStart()
    if (!/\s/.test(tag[at - 1] ?? '') || !rest.startsWith('=')) continue
    const value = rest.slice(1).trimStart()
    const quote = value[0]
    if (quote === '"' || quote === "'") return value.slice(1).split(quote, 1)[0] ?? ''
    return value.split(/[\s>]/, 1)[0] ?? ''
  }
  return ''
}

const entities: Readonly<Record<string, string | undefined>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  rsaquo: '›',
  raquo: '»',
  laquo: '«',
}

/** The entities that titles have: numbers, and the names above. */
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,8}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? all
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : all
  })
