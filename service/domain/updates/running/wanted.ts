import { z } from 'zod'

/** The words of REST for the types; one, several or a comma list. */
export const RestTypeWords = z.array(z.enum(['all', 'wp', 'core', 'plugins', 'themes', 'translations'])).max(10)

/** Files of plugins, slugs of themes and translations, `wordpress`. */
export const Slugs = z.array(z.string().min(1).max(300)).max(1_000)
