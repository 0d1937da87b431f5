import type { OutputOf } from '../../../contract/client.ts'

export type ContentRow = OutputOf<'list-posts'>['by_site'][string][number]
export type Content = OutputOf<'get-post'>

/** Posts and pages differ in little more than the names of their operations. */
export const contentKinds = {
  post: {
    noun: 'post',
    plural: 'posts',
    title: 'Posts',
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
    title: 'Pages',
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
  { value: 'publish', label: 'Published' },
  { value: 'draft', label: 'Draft' },
  { value: 'pending', label: 'Waiting for review' },
  { value: 'future', label: 'Scheduled' },
  { value: 'private', label: 'Private' },
  { value: 'trash', label: 'In the trash' },
]

export const keyOfContent = ({ website_id, id }: Pick<ContentRow, 'website_id' | 'id'>) => `${website_id}:${id}`
