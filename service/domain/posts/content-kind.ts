import { z } from 'zod'

/** The only differences between posts and pages. */
export interface ContentKind {
  noun: 'post' | 'page'
  plural: 'posts' | 'pages'
  /** The accepted values of `post_type`. */
  type: z.ZodDefault<z.ZodString> | z.ZodDefault<z.ZodLiteral<'page'>>
}

export const postKind: ContentKind = {
  noun: 'post',
  plural: 'posts',
  type: z
    .string()
    .regex(/^[a-z0-9_-]{1,20}$/, 'must be the name of a post type, such as post or product')
    .default('post')
    .describe('Plugins add more types, such as product.'),
}

export const pageKind: ContentKind = { noun: 'page', plural: 'pages', type: z.literal('page').default('page') }
