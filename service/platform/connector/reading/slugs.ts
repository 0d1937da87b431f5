import { ConnectorError } from '../errors.ts'

export type SlugKind = 'plugin' | 'theme' | 'translation'

// Names with a meaning for JavaScript objects, and separators that would split one slug into two.
const treacherous = new Set(['__proto__', 'constructor', 'prototype'])
// biome-ignore lint/suspicious/noControlCharactersInRegex: a slug becomes a path on the site
const forbidden = /[\u0000-\u001f\u007f-\u009f\\|,:*?"<>\u200b-\u200f\u2028-\u202e\u2066-\u2069]/

// The form of nearly all slugs: one match instead of six, for dozens of slugs in each answer.
const usual: Record<SlugKind, RegExp> = {
  plugin: /^(?!(?:constructor|prototype)\/)[a-z\d-]{1,90}\/[a-z\d-]{1,90}\.php$/,
  theme: /^(?!(?:constructor|prototype)$)[a-z\d-]{1,90}$/,
  translation: /^(?!(?:constructor|prototype)$)[a-z\d-]{1,90}$/,
}

/** Whether a slug names something inside its folder and nothing else. */
export function isSlug(kind: SlugKind, slug: string): boolean {
  if (usual[kind].test(slug)) return true
  if (slug.length === 0 || slug.length > 200 || forbidden.test(slug) || !slug.isWellFormed()) return false
  const parts = slug.split('/')
  // WordPress searches one folder deep for plugins, and themes may be in a sub-folder.
  if (parts.length > (kind === 'translation' ? 1 : 2)) return false
  if (parts.some((part) => part.trim() !== part || part === '' || /^\.+$/.test(part) || treacherous.has(part)))
    return false
  return kind !== 'plugin' || /.\.php$/i.test(slug)
}

/** Refuses slugs before anything is sent; duplicates count once. */
export function checkedSlugs(kind: SlugKind, slugs: readonly string[]): string[] {
  if (slugs.length === 0) throw new ConnectorError('svc_invalid_input', `Name at least one ${kind}.`)
  for (const slug of slugs) {
    if (isSlug(kind, slug)) continue
    const example = kind === 'plugin' ? 'akismet/akismet.php' : kind === 'theme' ? 'twentytwentyfive' : 'akismet'
    const shown = JSON.stringify(slug.slice(0, 80).toWellFormed())
    throw new ConnectorError('svc_invalid_slug', `${shown} is not the slug of a ${kind}; it looks like ${example}.`)
  }
  return [...new Set(slugs)]
}
