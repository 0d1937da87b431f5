import { accessTexts } from './access-texts.ts'

export type LimitIds = Record<'site_ids' | 'tag_ids' | 'client_ids', readonly number[] | null>

export const isLimited = ({ site_ids, tag_ids, client_ids }: LimitIds): boolean =>
  site_ids !== null || tag_ids !== null || client_ids !== null

/** Which sites a user or a key sees, as "Sites of 1 client, 2 sites". */
export function describeLimits(limits: LimitIds): string {
  if (!isLimited(limits)) return accessTexts.allSites
  const [clients, tags, sites] = [limits.client_ids, limits.tag_ids, limits.site_ids].map((ids) => ids?.length ?? 0)
  const parts = [
    clients ? accessTexts.ofClients({ count: clients }) : '',
    tags ? accessTexts.ofTags({ count: tags }) : '',
    sites ? accessTexts.ofSites({ count: sites }) : '',
  ].filter((part) => part !== '')
  const text = parts.join(', ')
  return text === '' ? accessTexts.noSite : text.charAt(0).toUpperCase() + text.slice(1)
}

/** A key never sees more than its owner. */
export function describeKeyLimits(key: LimitIds, owner: LimitIds | undefined): string {
  if (!owner || !isLimited(owner)) return describeLimits(key)
  return isLimited(key) ? accessTexts.withinOwner({ limits: describeLimits(key) }) : describeLimits(owner)
}
