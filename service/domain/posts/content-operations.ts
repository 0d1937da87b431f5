import type { Operation } from '../../operation/operation.ts'
import type { ContentKind } from './content-kind.ts'
import { defineCreatePost } from './operations/create-post.ts'
import { defineDeletePost } from './operations/delete-post.ts'
import { defineEditPost } from './operations/edit-post.ts'
import { defineGetPost } from './operations/get-post.ts'
import { defineListPosts } from './operations/list-posts.ts'
import { defineUpdatePostStatus } from './operations/update-post-status.ts'

export type ContentOperations = Record<'list' | 'get' | 'create' | 'edit' | 'updateStatus' | 'delete', Operation>

export const contentOperations = (kind: ContentKind): ContentOperations => ({
  list: defineListPosts(kind),
  get: defineGetPost(kind),
  create: defineCreatePost(kind),
  edit: defineEditPost(kind),
  updateStatus: defineUpdatePostStatus(kind),
  delete: defineDeletePost(kind),
})
