import { line } from '../../platform/connector/reading/text.ts'
import { asMap, isMap, type WireMap } from '../../platform/connector/reading/values.ts'

/** Registration data of a domain. */
export interface DomainRegistration {
  registrar: string | null
  registrarId: string | null
  statuses: string[]
  registeredAt: Date | null
  changedAt: Date | null
  expiresAt: Date | null
  nameservers: string[]
  /** Address of the registrar's RDAP record, which may have more data. */
  related: string | null
}

const limits = { statuses: 40, events: 100, nameservers: 40, entities: 50, links: 50, properties: 100 }

/** Reads an untrusted answer (RFC 9083). Null: it is invalid or about another domain. */
export function readRegistration(text: string, domain: string): DomainRegistration | null {
  const answer = parseMap(text)
  if (answer?.objectClassName !== 'domain' || !isAbout(answer, domain)) return null
  const events = listOf(answer.events, limits.events)
  const registrar = registrarOf(listOf(answer.entities, limits.entities))
  return {
    ...registrar,
    statuses: textsOf(answer.status, limits.statuses, 60),
    registeredAt: dateOf(events, 'registration'),
    changedAt: dateOf(events, 'last changed'),
    expiresAt: dateOf(events, 'expiration') ?? dateOf(events, 'registrar expiration'),
    nameservers: listOf(answer.nameservers, limits.nameservers)
      .map((server) => hostName(server.ldhName))
      .filter((name, index, all) => name !== '' && all.indexOf(name) === index),
    related: relatedOf(listOf(answer.links, limits.links)),
  }
}

/** Compares the ASCII name, else the Unicode one. */
function isAbout({ ldhName, unicodeName }: WireMap, domain: string): boolean {
  const name = typeof ldhName === 'string' ? ldhName : unicodeName
  return typeof name === 'string' && name.length < 300 && hostName(URL.parse(`http://${name}/`)?.hostname) === domain
}

function hostName(value: unknown): string {
  if (typeof value !== 'string' || value.length > 253) return ''
  const name = value.toLowerCase().replace(/\.$/, '')
  return /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(name) ? name : ''
}

const [earliest, latest] = [Date.UTC(1980, 0), Date.UTC(2300, 0)]

/** Ignores implausible dates. */
function dateOf(events: WireMap[], action: string): Date | null {
  const found = events.find(({ eventAction }) => eventAction === action)?.eventDate
  if (typeof found !== 'string' || !/^\d{4}-\d\d-\d\d([Tt ]|$)/.test(found) || found.length > 40) return null
  const time = Date.parse(found)
  return time >= earliest && time < latest ? new Date(time) : null
}

function registrarOf(entities: WireMap[]): Pick<DomainRegistration, 'registrar' | 'registrarId'> {
  const registrar = entities.find(({ roles }) => Array.isArray(roles) && roles.slice(0, 20).includes('registrar'))
  if (!registrar) return { registrar: null, registrarId: null }
  const number = listOf(registrar.publicIds, 10).find(({ type }) => type === 'IANA Registrar ID')?.identifier
  const name = formattedName(registrar.vcardArray) || line(registrar.handle, 200)
  return { registrar: name || null, registrarId: line(number, 20) || null }
}

/** `["vcard", [["fn", {}, "text", "Example Registrar"], …]]` */
function formattedName(card: unknown): string {
  const properties = Array.isArray(card) && Array.isArray(card[1]) ? card[1].slice(0, limits.properties) : []
  const found = properties.find((property) => Array.isArray(property) && property[0] === 'fn')
  return line(found?.[3], 200)
}

function relatedOf(links: WireMap[]): string | null {
  const href = links.find(({ rel, type }) => rel === 'related' && type === 'application/rdap+json')?.href
  return typeof href === 'string' && href.length < 1000 && /^https?:\/\//i.test(href) && URL.canParse(href)
    ? href
    : null
}

const listOf = (value: unknown, maxItems: number): WireMap[] =>
  Array.isArray(value) ? value.slice(0, maxItems).filter(isMap) : []

const textsOf = (value: unknown, maxItems: number, maxLength: number): string[] =>
  Array.isArray(value)
    ? [...new Set(value.slice(0, maxItems).map((text) => line(text, maxLength)))].filter((text) => text !== '')
    : []

function parseMap(text: string): WireMap | null {
  try {
    const value: unknown = JSON.parse(text)
    return isMap(value) ? asMap(value) : null
  } catch {
    return null
  }
}
