/** The sites that a user or a key may use: those listed, those with one of the tags and those of one of the clients. */
export interface Limits {
  sites: number[]
  tags: number[]
  clients: number[]
  /** A site must be within these limits too: those of the owner of a limited key. */
  within?: Limits
}

/** The columns of users and keys with their limits; null: no limit of this kind. */
export interface LimitColumns {
  site_ids: number[] | null
  tag_ids: number[] | null
  client_ids: number[] | null
}

/** null: no limits. */
export function limitsOf({ site_ids, tag_ids, client_ids }: LimitColumns): Limits | null {
  if (site_ids === null && tag_ids === null && client_ids === null) return null
  return { sites: site_ids ?? [], tags: tag_ids ?? [], clients: client_ids ?? [] }
}

/** A key sees the sites that its own limits and the present limits of its owner include. */
export function intersectLimits(own: Limits | null, owner: Limits | null): Limits | null {
  return own && owner ? { ...own, within: owner } : (own ?? owner)
}

/** The tags that limits name. They are visible even if no site has them. */
export const tagsOfLimits = ({ tags, within }: Limits): number[] =>
  within ? tags.filter((id) => within.tags.includes(id)) : tags

/** The clients that limits name. They are visible even if they have no site. */
export const clientsOfLimits = ({ clients, within }: Limits): number[] =>
  within ? clients.filter((id) => within.clients.includes(id)) : clients

/** Whether a new site with this client and these tags would be within the limits. */
export function includesNewSite(
  limits: Limits,
  site: { clientId: number | null | undefined; tagIds: readonly number[] },
): boolean {
  const { tags, clients, within } = limits
  const isIncluded =
    site.tagIds.some((id) => tags.includes(id)) || (site.clientId != null && clients.includes(site.clientId))
  return isIncluded && (!within || includesNewSite(within, site))
}
