import type { Context } from '../../operation/context.ts'
import { siteIdsByName } from '../sites/index.ts'
import { idsByName, knownIds, type TargetKind } from './target-store.ts'

const isNumber = (name: string) => /^\d{1,15}$/.test(name)

/**
 * Ids of what a table names: sites by address, tags by name, clients by e-mail address; digits alone are always the
 * number. What is not in the answer does not exist, or not for this caller.
 */
export async function idsOfNames(
  context: Pick<Context, 'db' | 'actor'>,
  kind: TargetKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (kind === 'sites') return siteIdsByName(context, names)
  const { db, actor } = context
  const found = await idsByName(db, kind, [...new Set(names.filter((name) => !isNumber(name)))])
  for (const name of names) if (isNumber(name)) found.set(name, Number(name))
  const known = await knownIds(db, kind, [...found.values()], { limits: actor.limits })
  return new Map([...found].filter(([, id]) => known.has(id)))
}
