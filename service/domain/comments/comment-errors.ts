import { ServiceError } from '../../operation/errors.ts'

export const commentNotFound = (id: number, site: { id: number; url: string }) =>
  new ServiceError('svc_comment_not_found', 'missing', `${site.url} has no comment ${id}.`, { site_id: site.id })
