import type { OutputOf } from '../../../contract/client.ts'
import { postsTexts } from './posts-texts.ts'

export type ContentRow = OutputOf<'list-posts'>['by_site'][string][number]
export type Content = OutputOf<'get-post'>

/** Posts and pages differ in little more than the names of their operations. */
export const contentKinds = {
  post: {
    noun: 'post',
    plural: 'posts',
    title: postsTexts.posts,
    list: 'list-posts',
    get: 'get-post',
    create: 'create-post',
    edit: 'edit-post',
    status: 'update-post-status',
    remove: 'delete-post',
  },
  page: {
    noun: 'page',
    plural: 'pages',
    title: postsTexts.pages,
    list: 'list-pages',
    get: 'get-page',
    create: 'create-page',
    edit: 'edit-page',
    status: 'update-page-status',
    remove: 'delete-page',
  },
} as const

export type ContentKind = (typeof contentKinds)[keyof typeof contentKinds]

export const kindFrom = (text: string | undefined): ContentKind => contentKinds[text === 'page' ? 'page' : 'post']

export const contentStatuses: readonly { value: string; label: string }[] = [
  { value: 'publish', label: postsTexts.published },
  { value: 'draft', label: postsTexts.draft },
  { value: 'pending', label: postsTexts.waitingForReview },
  { value: 'future', label: postsTexts.scheduled },
  { value: 'private', label: postsTexts.private },
  { value: 'trash', label: postsTexts.inTheTrash },
]

export const keyOfContent = ({ website_id, id }: Pick<ContentRow, 'website_id' | 'id'>) => `${website_id}:${id}`
