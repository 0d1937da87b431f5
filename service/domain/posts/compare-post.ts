import type { PostText } from '../../platform/connector/parts/post-text.ts'
import { namesOf, type PostInput, toSqlTime } from './post-input.ts'

type Field = keyof PostInput

/** What a field is on the site, in a form that can be compared; null where that says nothing. */
const shown: { [field in Field]-?: (post: PostText, written: PostInput) => string | null } = {
  post_title: ({ title }) => title,
  post_content: ({ content }) => content,
  post_excerpt: ({ excerpt }) => excerpt,
  post_name: ({ slug }) => slug,
  post_status: ({ status }) => status,
  post_password: ({ password }) => password,
  comment_status: ({ commentsOpen }) => String(commentsOpen),
  ping_status: ({ pingsOpen }) => String(pingsOpen),
  post_date: ({ date }) => date,
  post_date_gmt: ({ dateGmt }) => dateGmt,
  is_sticky: ({ sticky }) => String(sticky),
  post_tags: ({ tags }) => sorted(tags),
  post_category: ({ categories }) => sorted(categories),
  post_custom: ({ custom }, { post_custom = {} }) =>
    JSON.stringify(Object.keys(post_custom).map((name) => custom[name]?.[0] ?? '')),
  // The site keeps copies of pictures under addresses of its own: only that there is one can be seen.
  post_featured_image: ({ featuredImage }) => (featuredImage === '' ? '' : null),
  post_gallery_images: () => null,
}

const meant: { [field in Field]-?: (value: NonNullable<PostInput[field]>) => string } = {
  post_title: String,
  post_content: String,
  post_excerpt: String,
  post_name: String,
  post_status: String,
  post_password: String,
  comment_status: (value) => String(value === 'open'),
  ping_status: (value) => String(value === 'open'),
  post_date: toSqlTime,
  post_date_gmt: toSqlTime,
  is_sticky: String,
  post_tags: (value) => sorted(namesOf(value)),
  post_category: (value) => sorted(namesOf(value)),
  post_custom: (value) => JSON.stringify(Object.values(value)),
  post_featured_image: String,
  post_gallery_images: () => 'pictures',
}

const sorted = (names: readonly string[]) => JSON.stringify([...names].sort())

/**
 * The written fields that are different on the site. With a later look at the site: those that were different and have
 * not become anything else.
 */
export function differences(before: PostText, written: PostInput, after: PostText = before): string[] {
  const fields = (Object.keys(written) as Field[]).filter((field) => written[field] !== undefined)
  return fields.filter((field) => {
    const wanted = written[field] === null ? '' : (meant[field] as (value: unknown) => string)(written[field])
    const [was, is] = [shown[field](before, written), shown[field](after, written)]
    if (after === before) return was !== wanted
    return was !== null && was !== wanted && is === was
  })
}
