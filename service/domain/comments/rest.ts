import { route } from '../../operation/address.ts'
import { listComments } from './operations/list-comments.ts'
import { listSiteComments } from './operations/list-site-comments.ts'
import { moderateComment } from './operations/moderate-comment.ts'
import { moderateComments } from './operations/moderate-comments.ts'

const names = { id_or_domain: 'site_id_or_domain' }
const message = 'Comments retrieved successfully.'
const toData = ({ by_site }: { by_site: unknown }) => by_site

export const addresses = [
  route('GET /comments', listComments, {
    message,
    toData,
    envelopeFields: ({ errors, total }: { errors: unknown[]; total: number }) => ({ total, errors }),
  }),
  route('GET /comments/{id_or_domain}', listSiteComments, {
    names,
    message,
    toData,
    envelopeFields: ({ total }: { total: number }) => ({ total }),
  }),
  route('PUT|PATCH /comments/{id_or_domain}/{id_comment}/action', moderateComment, {
    names: { ...names, id_comment: 'comment_id' },
    message: 'Comment updated.',
  }),
  route('PUT|PATCH /comments/{id_or_domain}/bulk-action', moderateComments, {
    names,
    toData: ({ comments }: { comments: unknown[] }) => comments,
    envelopeFields: ({
      errors,
      total_done,
      total_errors,
    }: Record<'errors' | 'total_done' | 'total_errors', unknown>) => ({
      total_done,
      total_errors,
      errors,
    }),
  }),
]
