import type { Secrets } from '../secrets.ts'
import type { Database } from './database.ts'

declare module './tables.ts' {
  interface Tables {
    instance_secrets: { name: string; value: string }
  }
}

const place = 'instance_secrets.value'

/** What exists once per installation; when processes make it at the same moment, the first one's counts for all. */
export async function keepInstanceSecret(
  { db, secrets }: { db: Database; secrets: Secrets },
  name: string,
  make: () => string,
): Promise<string> {
  const find = () => db.selectFrom('instance_secrets').select('value').where('name', '=', name)
  const known = await find().executeTakeFirst()
  if (known) return secrets.open(known.value, place)
  await db
    .insertInto('instance_secrets')
    .values({ name, value: secrets.seal(make(), place) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return secrets.open((await find().executeTakeFirstOrThrow()).value, place)
}
