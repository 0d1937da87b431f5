import { invalidInput, ServiceError } from '../../operation/errors.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { SiteRow } from '../sites/index.ts'

type SiteOfPost = Pick<SiteRow, 'id' | 'url'>

export const postMissing = (type: string, id: number, site: SiteOfPost) => {
  const noun = type === 'page' ? 'page' : 'post'
  const kind = noun === type ? '' : ` of type ${type}`
  return new ServiceError(`svc_${noun}_not_found`, 'missing', `${site.url} has no ${noun} ${id}${kind}.`, {
    site_id: site.id,
  })
}

const postLocked = (id: number, site: SiteOfPost) =>
  new ServiceError('svc_post_locked', 'conflict', `Another user is editing ${id} on ${site.url}. Try again later.`, {
    site_id: site.id,
  })

export const tooLargeToRewrite = (id: number, site: SiteOfPost) =>
  new ServiceError(
    'svc_post_too_large',
    'conflict',
    `The text of ${id} on ${site.url} is too large to be sent back, which a change of images, tags or categories requires. Change them on the site.`,
    { site_id: site.id },
  )

export const noPostChanges = () => invalidInput({ post_title: 'or another field is required' })

/** The error for a refusal of the site. */
export function explainRefusal(error: unknown, type: string, id: number, site: SiteOfPost): unknown {
  if (!(error instanceof ConnectorError)) return error
  if (error.code === 'svc_not_found_on_site') return postMissing(type, id, site)
  if (error.reason === 'child_error' && /currently locked/i.test(error.message)) return postLocked(id, site)
  return error
}
