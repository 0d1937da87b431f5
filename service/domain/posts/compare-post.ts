import type { PostText } from '../../platform/connector/parts/post-text.ts'
import { typedKeys } from '../../platform/typed-keys.ts'
import { namesOf, type PostInput, toSqlTime } from './post-input.ts'

type Field = keyof PostInput

/** The value on the site, in a form that can be compared; null if it cannot. */
const siteValues: { [field in Field]-?: (post: PostText, input: PostInput) => string | null } = {
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
  // The site copies images to its own addresses, so only their absence can be compared.
  post_featured_image: ({ featuredImage }) => (featuredImage === '' ? '' : null),
  post_gallery_images: () => null,
}

const inputValues: { [F in keyof Required<PostInput>]: (value: NonNullable<PostInput[F]>) => string } = {
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
  post_gallery_images: () => 'images',
}

const sorted = (names: readonly string[]) => JSON.stringify([...names].sort())

const sentFields = (input: PostInput) => typedKeys(input).filter((field) => input[field] !== undefined)

function inputValue<F extends Field>(input: PostInput, field: F): string {
  const value = input[field]
  return value === null || value === undefined ? '' : inputValues[field](value)
}

/** The sent fields whose value on the site differs. */
export const fieldsToChange = (post: PostText, input: PostInput): string[] =>
  sentFields(input).filter((field) => siteValues[field](post, input) !== inputValue(input, field))

/**
 * The sent fields that differed and still have their old value. WordPress cleans up what it receives, so a new value may
 * differ from the sent one; but it must have changed.
 */
export const fieldsNotApplied = (before: PostText, input: PostInput, after: PostText): string[] =>
  sentFields(input).filter((field) => {
    const [old, current] = [siteValues[field](before, input), siteValues[field](after, input)]
    return old !== null && old !== inputValue(input, field) && current === old
  })
