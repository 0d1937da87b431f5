import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { codeOf } from '../../../platform/error-facts.ts'
import type { ChoiceKind } from '../cost.ts'
import { choiceNotFound, titleTaken } from '../cost-errors.ts'
import { builtIn, type Choice, findBuiltIn } from './choice.ts'

/** Built-in choices first, then added ones by title. */
export async function listChoices(db: Db, kind: ChoiceKind): Promise<Choice[]> {
  const rows = await db
    .selectFrom('cost_choices')
    .select(['slug', 'title', 'color', 'icon'])
    .where('kind', '=', kind)
    .orderBy('title_key')
    .execute()
  const changed = new Map(rows.map((row) => [row.slug, row]))
  return [
    ...builtIn[kind].map((choice) => ({ ...choice, ...appearanceOf(changed.get(choice.slug)) })),
    ...rows.filter(({ slug }) => !findBuiltIn(kind, slug)).map((row) => ({ ...row, built_in: false })),
  ]
}

const appearanceOf = (row?: Pick<Choice, 'color' | 'icon'>) => ({
  ...(row?.color && { color: row.color }),
  ...(row?.icon && { icon: row.icon }),
})

export async function requireChoice(db: Db, kind: ChoiceKind, slug: string): Promise<Choice> {
  const found = (await listChoices(db, kind)).find((choice) => choice.slug === slug)
  if (!found) throw choiceNotFound(kind, slug)
  return found
}

/** The slugs that exist. `lock` keeps added choices from being deleted until the transaction ends. */
export async function findKnownSlugs(
  db: Db,
  kind: ChoiceKind,
  slugs: readonly string[],
  { lock = false } = {},
): Promise<Set<string>> {
  const known = new Set(slugs.filter((slug) => findBuiltIn(kind, slug)))
  const others = slugs.filter((slug) => !known.has(slug))
  if (others.length === 0) return known
  const { rows } = await sql<{ slug: string }>`
    select slug from cost_choices where kind = ${kind} and slug = any (${others}::text[])
    order by slug ${sql.raw(lock ? 'for key share' : '')}`.execute(db)
  for (const { slug } of rows) known.add(slug)
  return known
}

type Fields = Partial<Pick<Choice, 'title' | 'color' | 'icon'>>

export async function insertChoice(
  db: Db,
  kind: ChoiceKind,
  { slug, title, color = null, icon = null }: Fields & { slug: string; title: string },
  now: Date,
): Promise<void> {
  const inserted = await db
    .insertInto('cost_choices')
    .values({ kind, slug, title, color, icon, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('slug')
    .executeTakeFirst()
  if (!inserted) throw titleTaken(kind, title)
}

/** A built-in choice gets a row when its colour or icon is first changed. */
export async function updateChoice(
  db: Db,
  kind: ChoiceKind,
  { slug, title, built_in }: Choice,
  changes: Fields,
  now: Date,
): Promise<void> {
  try {
    if (built_in) {
      await db
        .insertInto('cost_choices')
        .values({ kind, slug, title, color: null, icon: null, ...changes, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.columns(['kind', 'slug']).doUpdateSet({ ...changes, updated_at: now }))
        .execute()
      return
    }
    const { numUpdatedRows } = await db
      .updateTable('cost_choices')
      .set({ ...changes, updated_at: now })
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw choiceNotFound(kind, slug)
  } catch (error) {
    if (codeOf(error) === '23505') throw titleTaken(kind, changes.title ?? title)
    throw error
  }
}

const columnOf = { 'product-type': 'product_type', 'payment-method': 'payment_method' } as const
const replacementOf = { 'product-type': 'other', 'payment-method': null } as const

/** Its costs become `other` or lose their payment method. Returns their number. */
export async function deleteChoice(trx: Db, kind: ChoiceKind, slug: string, now: Date): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('cost_choices')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw choiceNotFound(kind, slug)
  // A call that gave it to a cost meanwhile had locked it, so the deletion waited and this sees that cost. Costs are locked
  // in the order of ids, as everywhere, to avoid deadlocks.
  const column = sql.ref(columnOf[kind])
  await sql`select from costs where ${column} = ${slug} order by id for update`.execute(trx)
  const { numUpdatedRows } = await trx
    .updateTable('costs')
    .set({ [columnOf[kind]]: replacementOf[kind], updated_at: now })
    .where(columnOf[kind], '=', slug)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function countCostsWith(db: Db, kind: ChoiceKind, slug: string): Promise<number> {
  const { count } = await db
    .selectFrom('costs')
    .select((costs) => costs.fn.countAll<number>().as('count'))
    .where(columnOf[kind], '=', slug)
    .executeTakeFirstOrThrow()
  return count
}
