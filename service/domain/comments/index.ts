import type { Feature } from '../../operation/feature.ts'
import { listComments } from './operations/list-comments.ts'
import { listSiteComments } from './operations/list-site-comments.ts'
import { moderateComment } from './operations/moderate-comment.ts'
import { moderateComments } from './operations/moderate-comments.ts'
import { addresses } from './rest.ts'

export const commentsFeature: Feature = {
  name: 'comments',
  operations: [listComments, listSiteComments, moderateComment, moderateComments],
  addresses,
}
