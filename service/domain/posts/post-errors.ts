import { invalidInput, ServiceError } from '../../operation/errors.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'

interface Place {
  id: number
  url: string
}

export const postNotFound = (type: string, id: number, site: Place) => {
  const noun = type === 'page' ? 'page' : 'post'
  const kind = noun === type ? '' : ` of type ${type}`
  return new ServiceError(`svc_${noun}_not_found`, 'missing', `${site.url} has no ${noun} ${id}${kind}.`, {
    site_id: site.id,
  })
}

const postLocked = (id: number, site: Place) =>
  new ServiceError(
    'svc_post_locked',
    'conflict',
    `Somebody is editing ${id} on ${site.url} right now. Try again when they are done.`,
    { site_id: site.id },
  )

export const tooLargeToRewrite = (id: number, site: Place) =>
  new ServiceError(
    'svc_post_too_large',
    'conflict',
    `The text of ${id} on ${site.url} is too large to be sent back whole, which changing its pictures, tags or categories needs. Change them on the site.`,
    { site_id: site.id },
  )

export const nothingToChange = () => invalidInput({ post_title: 'or another field is needed: say what to change' })

/** What the site's refusal means for one post. */
export function explainRefusal(error: unknown, type: string, id: number, site: Place): unknown {
  if (!(error instanceof ConnectorError)) return error
  if (error.code === 'svc_not_found_on_site') return postNotFound(type, id, site)
  if (error.reason === 'child_error' && /currently locked/i.test(error.message)) return postLocked(id, site)
  return error
}
