import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'

/** The fields of create and edit, with WordPress' names. */

const writableStatuses = ['publish', 'pending', 'private', 'future', 'draft'] as const

const Time = z
  .string()
  .refine(
    (text) => /^[12]\d{3}-\d\d-\d\d[ T]\d\d:\d\d:\d\dZ?$/.test(text) && !Number.isNaN(Date.parse(toIso(text))),
    'must be a time such as 2026-11-15 09:00:00',
  )

const toIso = (text: string) => `${text.slice(0, 19).replace(' ', 'T')}Z`
export const toSqlTime = (text: string) => text.slice(0, 19).replace('T', ' ')

const openOrClosed = z.enum(['open', 'closed'])
// The site receives them as one text with commas.
const NameList = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^\s*[^,\s][^,]*$/, 'must be a name without commas'),
  )
  .max(100)
const Empty = z.string().max(0)
const Names = z.union([NameList, Empty])
const ClearableNames = z.union([NameList, Empty, z.null()])
const ImageUrl = z.string().max(2000)

const Image = z.union([
  z.strictObject({
    id: z.int().min(1).optional().describe('Its id in [gallery ids="…"] of the text; by default its position, from 1.'),
    src: ImageUrl,
    alt: z.string().max(300).optional(),
    caption: z.string().max(600).optional(),
    description: z.string().max(600).optional(),
    title: z.string().max(300).optional(),
  }),
  ImageUrl,
])

/** Less than what is read back at most, so that a cut text is never taken for a whole one. */
const maxTextLength = 1_900_000
const reserved = /^_(_proto__$|mainwp|wp_|edit_|sticky$|thumbnail_id$|post_to_only_existing_categories$)/
const isFieldName = (name: string) => /^[\w.:-]{1,255}$/.test(name) && !reserved.test(name)

const inputFields = {
  post_title: z.string().max(1000),
  post_content: z.string().max(maxTextLength),
  post_status: z.enum(writableStatuses),
  post_name: z.string().max(200).describe('The slug: the last part of the address.'),
  post_excerpt: z.string().max(100_000),
  post_password: z.string().max(200).describe('Required to read the post. Never returned.'),
  comment_status: openOrClosed,
  ping_status: openOrClosed,
  post_date: Time.describe('In the time zone of the site, YYYY-MM-DD HH:MM:SS.'),
  post_date_gmt: Time.describe('In UTC, YYYY-MM-DD HH:MM:SS.'),
  is_sticky: z.boolean(),
  post_tags: Names.describe('Names; a list, or one text with commas.'),
  post_category: Names.describe('Names; missing ones are created.'),
  post_custom: z
    .record(z.string(), z.string().max(100_000))
    .refine((fields) => Object.keys(fields).every(isFieldName), 'has names that WordPress reserves or does not allow')
    .describe('Custom fields by name; others do not change.'),
  post_featured_image: ImageUrl.describe('Public web address of an image, which the site downloads.'),
  post_gallery_images: z
    .array(Image)
    .max(100)
    .describe('Public web addresses of images, which the site downloads for a gallery in the text.'),
}

/** Fields that are not sent do not change; null clears a field that can be empty. */
const clearable = <T extends z.ZodType>(field: T) => field.nullable().optional()
export const editedFields = {
  ...z.object(inputFields).partial().shape,
  post_excerpt: clearable(inputFields.post_excerpt),
  post_password: clearable(inputFields.post_password),
  post_tags: ClearableNames.optional().describe('Names; a list, or one text with commas.'),
  post_category: ClearableNames.optional().describe('Names; missing ones are created.'),
  post_featured_image: clearable(inputFields.post_featured_image),
}

export const createdFields = {
  ...z.object(inputFields).partial().shape,
  post_title: inputFields.post_title.regex(/\S/, 'must not be empty'),
  post_content: inputFields.post_content.default(''),
  post_status: inputFields.post_status.default('draft'),
}

export type PostInput = z.output<z.ZodObject<typeof editedFields>>
export type NewPost = z.output<z.ZodObject<typeof createdFields>>

export function requireDate({
  post_status,
  post_date,
  post_date_gmt,
}: Pick<PostInput, 'post_status' | 'post_date' | 'post_date_gmt'>): void {
  if (post_status === 'future' && post_date === undefined && post_date_gmt === undefined) {
    throw invalidInput({ post_date: 'or post_date_gmt is required with the status future' })
  }
}

export const namesOf = (names: string[] | string | null | undefined): string[] =>
  Array.isArray(names) ? names.map((name) => name.trim()) : []
