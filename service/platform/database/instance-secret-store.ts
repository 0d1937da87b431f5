import type { Secrets } from '../secrets.ts'
import type { Db } from './database.ts'

declare module './tables.ts' {
  interface Tables {
    instance_secrets: { name: string; value: string }
  }
}

const column = 'instance_secrets.value'

export async function findInstanceSecret(
  { db, secrets }: { db: Db; secrets: Secrets },
  name: string,
): Promise<string | undefined> {
  const row = await db.selectFrom('instance_secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row && secrets.open(row.value, column)
}

/** A secret that exists once per installation; if several processes create it concurrently, the first one wins. */
export async function findOrCreateInstanceSecret(
  { db, secrets }: { db: Db; secrets: Secrets },
  name: string,
  make: () => string,
): Promise<string> {
  const find = () => db.selectFrom('instance_secrets').select('value').where('name', '=', name)
  const known = await find().executeTakeFirst()
  if (known) return secrets.open(known.value, column)
  await db
    .insertInto('instance_secrets')
    .values({ name, value: secrets.seal(make(), column) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return secrets.open((await find().executeTakeFirstOrThrow()).value, column)
}
