import { describe, expect, it } from 'vitest'
import { operations } from '../catalogue.ts'
import type { JsonSchema } from '../operation/json-schema.ts'
import { readFields } from '../operation/read-fields.ts'

const branchesOf = (schema: JsonSchema) => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]

/** Every field of every operation that accepts a text or a list, with an input that is one too long. */
const tooLarge = operations.flatMap((operation) =>
  Object.entries(operation.inputSchema.properties ?? {}).flatMap(([field, schema]) =>
    [textOver(schema), listOver(schema)]
      .filter((value) => value !== undefined)
      .map((value) => ({ operation, field, value })),
  ),
)

function textOver(schema: JsonSchema): string | undefined {
  const limits = branchesOf(schema).flatMap(({ type, maxLength }) =>
    [type].flat().includes('string') ? [maxLength] : [],
  )
  const longest = Math.max(...limits.map((limit) => limit ?? 0))
  // Longer ones do not fit into a request. Text for a field that accepts a list is read as a list.
  const isTried = longest > 0 && longest < 2_000_000 && branchesOf(schema).every(({ type }) => type !== 'array')
  return isTried ? `${'x'.repeat(longest)},` : undefined
}

function listOver(schema: JsonSchema): unknown[] | undefined {
  const most = Math.max(...branchesOf(schema).map(({ maxItems = 0 }) => maxItems))
  return most > 0 ? Array(most + 1).fill('x,') : undefined
}

describe('oversized input is refused for its size alone', () => {
  it('in every field of every operation', () => {
    expect(tooLarge.length).toBeGreaterThan(300)
    for (const { operation, field, value } of tooLarge) {
      const { problems } = readFields(operation.input, operation.inputSchema, { [field]: value })
      expect(problems, `${operation.name} ${field}`).toEqual({
        [field]: expect.stringMatching(/^must have at most \d+ /),
      })
    }
  })
})
