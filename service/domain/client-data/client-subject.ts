import { z } from 'zod'

/** By what the data of a client is found. Stored while an erasure runs, since the rows of the client are deleted first. */
export const ClientSubject = z.object({
  clientId: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  siteIds: z.array(z.int()),
  /** Addresses of the sites, as stored. */
  siteUrls: z.array(z.string()),
  /** Registered domains that no site of another client uses. */
  domains: z.array(z.string()),
  /** Slugs of plugins and themes that only these sites have: a theme often has the name of the client. */
  ownSlugs: z.array(z.string()),
})
export type ClientSubject = z.output<typeof ClientSubject>

/** A name of one short word also occurs in texts about others, so it is not searched for. */
const isDistinctive = (name: string) => name.trim().includes(' ') || name.trim().length >= 8

/** Parts of texts by which messages about the client are recognised: addresses of the sites, e-mail address and name. */
export function textsOf({ name, email, siteUrls }: ClientSubject): string[] {
  const hosts = siteUrls.map((url) => url.replace(/^https?:\/\//, '').replace(/\/$/, ''))
  return [...hosts, ...(email ? [email] : []), ...(isDistinctive(name) ? [name.trim()] : [])]
    .map((text) => text.toLowerCase())
    .filter((text) => text.length >= 4)
}

/** Parts of the subjects of audit lines that name the client. */
export function auditTextsOf({ clientId, email }: ClientSubject): string[] {
  const refs = [String(clientId), JSON.stringify(String(clientId)), ...(email ? [JSON.stringify(email)] : [])]
  return ['client_id', 'client_id_or_email'].flatMap((field) =>
    refs.flatMap((ref) => [`"${field}":${ref},`, `"${field}":${ref}}`]),
  )
}
