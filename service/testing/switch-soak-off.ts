import { sql } from 'kysely'
import type { TestService } from './test-service.ts'

/** The policy of the fleet repeats no checks after updates: guards are removed at once, and waves end with their last step. */
export async function switchSoakOff({ db }: Pick<TestService, 'db'>): Promise<void> {
  await sql`insert into update_policies (scope, rules, updated_at, updated_by)
    values ('fleet', '{"soak_minutes": []}', now(), 'test')`.execute(db)
}
