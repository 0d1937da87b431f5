import { z } from 'zod'
import { guessColumns, isIgnoredTitle, templateOf } from '../../../operation/import-columns.ts'
import { operation } from '../../../operation/operation.ts'
import { importKinds, kindNames } from '../import-kinds.ts'

export const describeImport = operation({
  name: 'describe-import',
  summary:
    'List the fields of an import of sites, clients, costs, users of this dashboard or users of sites, with a template as CSV, and the field that each title of a column means.',
  effect: 'read',
  permission: 'account.read',
  input: z.strictObject({
    kind: z.enum(kindNames),
    titles: z.array(z.string().max(500)).max(1_000).default([]).describe('Titles of the columns of a table.'),
  }),
  output: z.object({
    kind: z.enum(kindNames),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        required: z.boolean(),
        secret: z.boolean(),
        hint: z.string(),
      }),
    ),
    columns: z.array(
      z.object({
        title: z.string(),
        field: z.string().nullable().describe('null: ignore the column, unless columns maps it to a field.'),
      }),
    ),
    template: z.string().describe('A table with all columns and one example, as CSV.'),
  }),
}).does(async ({ kind, titles }) => {
  const imported = importKinds[kind]
  const guessed = guessColumns(imported, titles)
  return {
    kind,
    fields: imported.fields.map(({ name, label, isRequired = false, isSecret = false, hint = '' }) => ({
      ...{ name, label, hint },
      ...{ required: isRequired, secret: isSecret },
    })),
    columns: titles.map((title, index) => ({
      title,
      field: isIgnoredTitle(imported, title) ? null : (guessed[index] ?? null),
    })),
    template: templateOf(imported),
  }
})
