import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { type Operation, operation } from '../../../operation/operation.ts'
import { addressedGroups } from '../all-groups.ts'
import { changeSettings, planChange, readSettings } from '../change-settings.ts'
import { costChoices } from '../cost-choices.ts'
import { type AnySettings, describeSetting, type Group } from '../setting.ts'

/** What a group shows beside its settings. */
interface Beside {
  shape: z.core.$ZodLooseShape
  read(context: Context): Promise<Record<string, unknown>>
}
const nothing: Beside = { shape: {}, read: async () => ({}) }
const beside: Record<string, Beside> = { 'cost-tracker': costChoices }

const fieldsOf = (settings: AnySettings, which: 'takes' | 'holds') =>
  Object.fromEntries(Object.entries(settings).map(([key, each]) => [key, each[which].describe(describeSetting(each))]))

function operationsOf(group: Group): [get: Operation, update: Operation] {
  const { name, title, settings, aliases = {} } = group
  const { shape, read } = beside[name] ?? nothing
  const spellings = Object.entries(aliases)
  const shown = Object.fromEntries(
    spellings.map(([alias, key]) => [alias, settings[key]!.holds.describe(`Same as ${key}.`)]),
  )
  const output = z.object({ ...fieldsOf(settings, 'holds'), ...shown, ...shape })
  const show = async (values: Record<string, unknown>, context: Context) => ({
    ...values,
    ...Object.fromEntries(spellings.map(([alias, key]) => [alias, values[key]])),
    ...(await read(context)),
  })
  const get = operation({
    name: `get-${name}-settings`,
    summary: `Read the ${title.toLowerCase()}.`,
    effect: 'read',
    permission: 'settings.read',
    input: z.strictObject({}),
    output,
  }).does(async (_input, context) => show(await readSettings(context.db, group), context))
  const update = operation({
    name: `update-${name}-settings`,
    summary: `Change the ${title.toLowerCase()}: what is not sent stays, null puts the default back. In force at once.`,
    effect: 'change',
    idempotent: true,
    permission: 'settings.manage',
    input: z.strictObject(fieldsOf(settings, 'takes')).partial(),
    output,
    aliases,
    subject: (input) => JSON.stringify(input).slice(0, 500),
  })
    .plans(async (input, { db }) => ({ would_affect: await planChange(db, group, input) }))
    .does(async (input, context) => show(await changeSettings(context, group, input), context))
  return [get, update]
}

/** Reading and changing each group that has an address of its own, by the group's name. */
export const groupOperations = Object.fromEntries(
  Object.entries(addressedGroups).map(([name, group]) => [name, operationsOf(group as unknown as Group)]),
) as Record<keyof typeof addressedGroups, [get: Operation, update: Operation]>
