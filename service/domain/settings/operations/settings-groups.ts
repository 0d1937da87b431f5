import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { credentialRuleOf } from '../../../operation/credential-rules.ts'
import { type Operation, operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { recordOf, typedKeys } from '../../../platform/typed-keys.ts'
import { addressedGroups } from '../all-groups.ts'
import { changeSettings, planChange, readSettings } from '../change-settings.ts'
import { costChoices } from '../cost-choices.ts'
import { requireMayChange } from '../credential-settings.ts'
import { type AnySettings, describeSetting, type SettingsGroup } from '../setting.ts'

/** Further fields in the answer of a group. */
interface FurtherFields {
  shape: z.core.$ZodLooseShape
  read(context: Context): Promise<Record<string, unknown>>
}
const noFields: FurtherFields = { shape: {}, read: async () => ({}) }
const furtherFields: Record<string, FurtherFields> = { 'cost-tracker': costChoices }

const fieldsOf = (settings: AnySettings, schema: 'inputSchema' | 'storedSchema') =>
  Object.fromEntries(Object.entries(settings).map(([key, each]) => [key, each[schema].describe(describeSetting(each))]))

function operationsOf(group: SettingsGroup): [get: Operation, update: Operation] {
  const { name, title, settings, aliases = {} } = group
  const { shape, read } = furtherFields[name] ?? noFields
  const spellings = Object.entries(aliases)
  const shown = Object.fromEntries(
    spellings.map(([alias, key]) => [
      alias,
      present(settings[key], 'the setting of an alias').storedSchema.describe(`Same as ${key}.`),
    ]),
  )
  const output = z.object({ ...fieldsOf(settings, 'storedSchema'), ...shown, ...shape })
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
  // A role with the permission for settings must not weaken the sign-in of administrators.
  const rule = credentialRuleOf(`update-${name}-settings`)
  const update = operation({
    name: `update-${name}-settings`,
    summary: `Change the ${title.toLowerCase()}: values that are not sent do not change, null resets to the default. Takes effect immediately.`,
    effect: 'change',
    idempotent: true,
    audit: 'own-transaction',
    permission: rule?.permission ?? 'settings.manage',
    stepUp: rule?.stepUp ?? false,
    input: z.strictObject(fieldsOf(settings, 'inputSchema')).partial(),
    output,
    aliases,
    readOnly: Object.keys(shape),
    subject: (input) => JSON.stringify(input).slice(0, 500),
  })
    .plans(async (input, context) => {
      const changes = await planChange(context.db, group, input)
      requireMayChange(
        context,
        name,
        changes.map(({ setting }) => setting),
      )
      return { would_affect: changes }
    })
    .does(async (input, context) => show(await changeSettings(context, group, input), context))
  return [get, update]
}

/** The operations that read and change each group, by the group's name. */
export const groupOperations = recordOf(typedKeys(addressedGroups), (name) => operationsOf(addressedGroups[name]))
