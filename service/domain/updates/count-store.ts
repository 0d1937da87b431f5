import { type Database, statement } from '../../platform/database/database.ts'

/** How many sites wait for what, as it was summed up last and what changed since; `where` is about one of the two tables. */
export const countedSql = (columns: string, where: string) => `
  select ${columns}, sum(sites) as sites from (
    select type, slug, name, new_version, current_version, sites from update_counts where ${where}
    union all select type, slug, name, new_version, current_version, sites from update_count_changes where ${where}
  ) as parts group by ${columns} having sum(sites) > 0`

const sumUp = statement(
  'update-counts-sum-up',
  `with changes as (delete from update_count_changes returning type, slug, name, new_version, current_version, sites),
   summed as (
     select type, slug, name, new_version, current_version, sum(sites) as sites from changes
     group by type, slug, name, new_version, current_version having sum(sites) <> 0)
   insert into update_counts as known (type, slug, name, new_version, current_version, sites)
   select type, slug, name, new_version, current_version, sites from summed
   order by type, slug, new_version, current_version, name
   on conflict (type, slug, new_version, current_version, name) do update set sites = known.sites + excluded.sites`,
)
const sweep = statement<{ slug: string }>('update-counts-sweep', 'delete from update_counts where sites = 0')

/** So that little is to be added when somebody asks. */
export async function sumUpCounts(db: Database): Promise<void> {
  await db.fetch(sumUp)
  await db.fetch(sweep)
}
