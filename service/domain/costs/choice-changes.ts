import type { Db } from '../../platform/database/database.ts'
import { builtIn, type Choice, findBuiltIn, slugOf } from './choice.ts'
import { knownSlugs, requireChoice } from './choice-store.ts'
import { isBuiltIn, titleTaken } from './cost-errors.ts'
import type { ChoiceKind } from './cost-table.ts'

/** The slug that a new one gets; refuses a title that stands for one that is there. */
export async function slugForNew(db: Db, kind: ChoiceKind, title: string): Promise<string> {
  const slug = slugOf(title)
  refuseBuiltInTitle(kind, title)
  if ((await knownSlugs(db, kind, [slug])).has(slug)) throw titleTaken(kind, title)
  return slug
}

/** What people added can be called anything that is free; its slug stays, because costs name it. */
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

/** The database knows only the titles that people gave. */
function refuseBuiltInTitle(kind: ChoiceKind, title: string): void {
  const taken = builtIn[kind].some((choice) => choice.title.toLowerCase() === title.toLowerCase())
  if (taken) throw titleTaken(kind, title)
}
