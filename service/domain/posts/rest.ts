import { type Address, route } from '../../operation/address.ts'
import type { Kind } from './kind.ts'
import type { ContentOperations } from './operations-of-kind.ts'

const besideData = ({ errors, total }: { errors: unknown[]; total: number }) => ({ total, errors })
const besidePost = ({ changed, not_applied }: { changed: boolean; not_applied: string[] }) => ({ changed, not_applied })

/** The same addresses for every kind: `/posts/{id_or_domain}/{post_id}/edit`, `/pages/{id_or_domain}/{page_id}/edit` … */
export function addressesOf(
  { noun, plural }: Kind,
  { list, get, create, edit, status, remove }: ContentOperations,
): Address[] {
  const one = `/${plural}/{id_or_domain}/{${noun}_id}`
  const site = { id_or_domain: 'site_id_or_domain' }
  const names = noun === 'post' ? site : { ...site, [`${noun}_id`]: 'post_id' }
  const Noun = noun === 'post' ? 'Post' : 'Page'
  return [
    route(`GET /${plural}`, list, {
      toData: ({ by_site }: { by_site: unknown }) => by_site,
      envelopeFields: besideData,
    }),
    route(`GET ${one}`, get, { names }),
    route(`PUT|PATCH ${one}/update-status`, status, { names, message: `${Noun} status updated.` }),
    route(`PUT|PATCH ${one}/edit`, edit, {
      names,
      message: `${Noun} updated.`,
      toData: ({ post }: { post: unknown }) => post,
      envelopeFields: besidePost,
    }),
    route(`POST /${plural}/{id_or_domain}/create`, create, { names: site, message: `${Noun} created.` }),
    route(`DELETE ${one}/delete`, remove, { names, message: `${Noun} deleted.` }),
  ]
}
