import type { InputOf } from '../../../contract/client.ts'
import type { Content } from './content-kind.ts'
import { postsTexts } from './posts-texts.ts'

/** Values of the editor, all as text. */
export interface Draft {
  post_title: string
  post_content: string
  post_excerpt: string
  post_status: string
  post_date: string
  post_name: string
  post_category: string
  post_tags: string
  post_featured_image: string
  comment_status: string
  is_sticky: boolean
}

export type DraftField = keyof Draft

export const emptyDraft: Draft = {
  post_title: '',
  post_content: '',
  post_excerpt: '',
  post_status: 'draft',
  post_date: '',
  post_name: '',
  post_category: '',
  post_tags: '',
  post_featured_image: '',
  comment_status: 'open',
  is_sticky: false,
}

export const draftFields = Object.keys(emptyDraft) as DraftField[]

const labels: Readonly<Record<DraftField, string>> = {
  post_title: postsTexts.title,
  post_content: postsTexts.text,
  post_excerpt: postsTexts.excerpt,
  post_status: postsTexts.status,
  post_date: postsTexts.date,
  post_name: postsTexts.lastPartOfThe,
  post_category: postsTexts.categories,
  post_tags: postsTexts.tags,
  post_featured_image: postsTexts.picture,
  comment_status: postsTexts.comments,
  is_sticky: postsTexts.keepItAtThe,
}

/** The names of these fields in the form. */
export const fieldLabels = (fields: readonly string[]): string =>
  fields.map((field) => labels[field as DraftField] ?? field).join(', ')

export const draftOf = (content: Content): Draft => ({
  ...content,
  post_date: (content.post_date ?? '').replace(' ', 'T').slice(0, 16),
})

type ContentInput = Omit<InputOf<'edit-post'>, 'site_id_or_domain' | 'post_id' | 'dry_run'>

/** Converts `2026-11-15T09:30` of a date field to the format of the sites. */
const siteDate = (text: string) => `${text.replace('T', ' ')}:00`.slice(0, 19)

/** Returns only changed fields: omitted fields stay unchanged on the site. */
export function contentChanges(draft: Draft, before: Draft): ContentInput {
  const changed = draftFields.filter((field) => draft[field] !== before[field])
  return Object.fromEntries(
    changed.map((field) => [field, field === 'post_date' ? siteDate(draft.post_date) : draft[field]]),
  ) as ContentInput
}
