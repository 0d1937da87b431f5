import { expect, it } from 'vitest'
import { operations } from './catalogue.ts'
import type { JsonSchema } from './operation/json-schema.ts'

const branches = (schema: JsonSchema): JsonSchema[] => schema.oneOf ?? schema.anyOf ?? [schema]

// The errors of these are rows of a list, or the job that they report is the result.
const exempt = ['get-job', 'list-updates', 'list-ignored-updates']

it('every operation that lists errors declares which items were done', () => {
  const silent = operations
    .filter((operation) => branches(operation.outputSchema).some(({ properties }) => properties?.errors !== undefined))
    .filter(({ name, results }) => results === undefined && !exempt.includes(name) && !name.endsWith('-status'))
    .map(({ name }) => name)
  expect(silent).toEqual([])
})
