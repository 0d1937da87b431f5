/** The maximum we read of a site's answer; far above what real sites have. */
export const maxItems = {
  plugins: 2_000,
  themes: 1_000,
  users: 5_000,
  posts: 5_000,
  comments: 5_000,
  categories: 2_000,
  translations: 2_000,
  logRows: 5_000,
  checks: 100,
} as const

/** Characters. */
export const maxLength = {
  name: 200,
  title: 300,
  description: 600,
  comment: 10_000,
  message: 300,
  body: 2_000_000,
} as const
