import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { findNamedSites, readSiteAddress } from '../sites/index.ts'
import { idsByName, knownIds, type TargetKind } from './target-store.ts'

type Looking = Pick<Context, 'db' | 'actor'>

const isNumber = (name: string) => /^\d{1,15}$/.test(name)

/**
 * Ids of what a table names: sites by address, tags by name, clients by e-mail address; digits alone are always the
 * number. What is not in the answer does not exist, or not for this caller.
 */
export async function idsOfNames(
  context: Looking,
  kind: TargetKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  const { db, actor } = context
  const numbers = names.filter(isNumber)
  const others = [...new Set(names.filter((name) => !isNumber(name)))]
  const found = kind === 'sites' ? await idsOfSites(context, others) : await idsByName(db, kind, others)
  for (const number of numbers) found.set(number, Number(number))
  const known = await knownIds(db, kind, [...found.values()], { limits: actor.limits })
  return new Map([...found].filter(([, id]) => known.has(id)))
}

/** Several spellings may lead to one site. */
async function idsOfSites(context: Looking, addresses: readonly string[]): Promise<Map<string, number>> {
  const byIdentity = Map.groupBy(addresses, identityOf)
  byIdentity.delete('')
  const { namedAs } = await findNamedSites(context, [...byIdentity.keys()])
  const ids = new Map<string, number>()
  for (const [id, identity] of namedAs)
    for (const address of byIdentity.get(String(identity)) ?? []) ids.set(address, id)
  return ids
}

/** Empty for what can be no site's address. */
function identityOf(address: string): string {
  try {
    return readSiteAddress(address).identity
  } catch (error) {
    if (error instanceof ServiceError) return ''
    throw error
  }
}
