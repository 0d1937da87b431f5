import { type Database, statement } from '../../platform/database/database.ts'

const columns = ['sites', 'core', 'plugins', 'themes', 'translations', 'major', 'minor', 'patch', 'unknown']
const list = columns.join(', ')

/** What waits for each client, as it was summed up last and what changed since: rows to be added up. */
export const clientCountsSql = `select client_id, ${list} from client_update_counts
  union all select client_id, ${list} from client_update_count_changes`

const sumUp = statement(
  'client-update-counts-sum-up',
  `with changes as (delete from client_update_count_changes returning client_id, ${list}),
   summed as (select client_id, ${columns.map((column) => `sum(${column}) as ${column}`).join(', ')} from changes group by client_id)
   insert into client_update_counts as known (client_id, ${list})
   select client_id, ${list} from summed order by client_id
   on conflict (client_id) do update set ${columns.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')}`,
)
const sweep = statement(
  'client-update-counts-sweep',
  `delete from client_update_counts where ${columns.map((column) => `${column} = 0`).join(' and ')}`,
)

/** So that little is to be added when somebody asks. */
export async function sumUpClientCounts(db: Database): Promise<void> {
  await db.fetch(sumUp)
  await db.fetch(sweep)
}
