import type { Operation } from '../../operation/operation.ts'
import type { Kind } from './kind.ts'
import { creating } from './operations/create-post.ts'
import { deleting } from './operations/delete-post.ts'
import { editing } from './operations/edit-post.ts'
import { getting } from './operations/get-post.ts'
import { listing } from './operations/list-posts.ts'
import { changingStatus } from './operations/update-post-status.ts'

export type ContentOperations = Record<'list' | 'get' | 'create' | 'edit' | 'status' | 'remove', Operation>

/** Everything that can be done with one kind of content. */
export const operationsOf = (kind: Kind): ContentOperations => ({
  list: listing(kind),
  get: getting(kind),
  create: creating(kind),
  edit: editing(kind),
  status: changingStatus(kind),
  remove: deleting(kind),
})
