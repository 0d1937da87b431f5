import type { Db } from '../../../platform/database/database.ts'
import type { ChoiceKind } from '../cost.ts'
import { isBuiltIn, titleTaken } from '../cost-errors.ts'
import { builtIn, type Choice, findBuiltIn, titleToSlug } from './choice.ts'
import { findKnownSlugs, requireChoice } from './choice-store.ts'

/** The slug of a new choice; throws when the title is taken. */
export async function slugForNew(db: Db, kind: ChoiceKind, title: string): Promise<string> {
  const slug = titleToSlug(title)
  refuseBuiltInTitle(kind, title)
  if ((await findKnownSlugs(db, kind, [slug])).has(slug)) throw titleTaken(kind, title)
  return slug
}

/** Only added choices can be renamed. The slug stays, because costs refer to it. */
export async function requireChangeable(
  db: Db,
  kind: ChoiceKind,
  slug: string,
  title: string | undefined,
): Promise<Choice> {
  const choice = await requireChoice(db, kind, slug)
  if (title === undefined || title === choice.title) return choice
  if (choice.built_in) throw isBuiltIn(kind, slug, 'renamed')
  refuseBuiltInTitle(kind, title)
  return choice
}

export async function requireDeletable(db: Db, kind: ChoiceKind, slug: string): Promise<Choice> {
  if (findBuiltIn(kind, slug)) throw isBuiltIn(kind, slug, 'deleted')
  return requireChoice(db, kind, slug)
}

/** Titles of built-in choices are not in the database. */
function refuseBuiltInTitle(kind: ChoiceKind, title: string): void {
  const taken = builtIn[kind].some((choice) => choice.title.toLowerCase() === title.toLowerCase())
  if (taken) throw titleTaken(kind, title)
}
