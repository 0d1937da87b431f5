import type { Context } from '../../operation/context.ts'
import { type ListedTag, listTags } from './tag-list-store.ts'

/** Those of the numbered tags that exist and that the caller may see, with one query; at most 10,000. */
export async function findNamedTags({ db, actor }: Pick<Context, 'db' | 'actor'>, ids: number[]): Promise<ListedTag[]> {
  if (ids.length === 0) return []
  const { rows } = await listTags(
    db,
    { search: '', include: ids, exclude: [], limits: actor.limits },
    { page: 1, perPage: 10_000, orderBy: 'id', order: 'asc' },
  )
  return rows
}
