import type { TagBrief } from './tag.ts'

/** `count_sites` is how clients of the established product read the number over REST. */
export const showTag = (tag: TagBrief) => ({ ...tag, count_sites: tag.sites_count })

export const showTags = ({ items }: { items: TagBrief[] }) => items.map(showTag)

export const showTagClients = ({ clients }: { clients: { email: string | null }[] }) =>
  clients.map(({ email, ...client }) => ({ ...client, client_email: email }))
