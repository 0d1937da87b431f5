import { type Address, route } from '../../operation/address.ts'
import type { ContentKind } from './content-kind.ts'
import type { ContentOperations } from './content-operations.ts'
import type { PostItem } from './post.ts'

const besideData = ({ errors, total }: { errors: unknown[]; total: number }) => ({ total, errors })
const besidePost = ({ changed, not_applied }: { changed: boolean; not_applied: string[] }) => ({ changed, not_applied })

/** The e-mail addresses of authors are not part of the specification. */
const withoutAddresses = ({ by_site }: { by_site: Record<string, PostItem[]> }) =>
  Object.fromEntries(
    Object.entries(by_site).map(([url, posts]) => [url, posts.map(({ author_email: _, ...post }) => post)]),
  )

/** The same routes for both kinds: `/posts/{id_or_domain}/{post_id}/edit`, `/pages/{id_or_domain}/{page_id}/edit` … */
export function contentAddresses({ noun, plural }: ContentKind, operations: ContentOperations): Address[] {
  const one = `/${plural}/{id_or_domain}/{${noun}_id}`
  const site = { id_or_domain: 'site_id_or_domain' }
  const names = noun === 'post' ? site : { ...site, [`${noun}_id`]: 'post_id' }
  const Noun = noun === 'post' ? 'Post' : 'Page'
  return [
    route(`GET /${plural}`, operations.list, {
      toData: withoutAddresses,
      envelopeFields: besideData,
    }),
    route(`GET ${one}`, operations.get, { names }),
    route(`PUT|PATCH ${one}/update-status`, operations.updateStatus, { names, message: `${Noun} status updated.` }),
    route(`PUT|PATCH ${one}/edit`, operations.edit, {
      names,
      message: `${Noun} updated.`,
      toData: ({ post }: { post: unknown }) => post,
      envelopeFields: besidePost,
    }),
    route(`POST /${plural}/{id_or_domain}/create`, operations.create, { names: site, message: `${Noun} created.` }),
    route(`DELETE ${one}/delete`, operations.delete, { names, message: `${Noun} deleted.` }),
  ]
}
