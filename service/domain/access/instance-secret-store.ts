import type { Context } from '../../operation/context.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    instance_secrets: { name: string; value: string }
  }
}

const place = 'instance_secrets.value'

/** The secret of that name; when processes make it at the same moment, the first one's counts for all. */
export async function keepInstanceSecret(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
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
