import { z } from 'zod'

/** Posts and pages differ by these words alone. */
export interface Kind {
  noun: 'post' | 'page'
  plural: 'posts' | 'pages'
  /** Which types of content go by this name. */
  type: z.ZodDefault<z.ZodString> | z.ZodDefault<z.ZodLiteral<'page'>>
}

export const posts: Kind = {
  noun: 'post',
  plural: 'posts',
  type: z
    .string()
    .regex(/^[a-z0-9_-]{1,20}$/, 'must be the name of a post type, such as post or product')
    .default('post')
    .describe('Plugins add further types, such as product.'),
}

export const pages: Kind = { noun: 'page', plural: 'pages', type: z.literal('page').default('page') }
