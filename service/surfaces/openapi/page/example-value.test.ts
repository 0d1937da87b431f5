import { expect, it } from 'vitest'
import { operations } from '../../../catalogue.ts'
import { inputSchema, type JsonSchema } from '../../../operation/json-schema.ts'
import { exampleValue } from './example-value.ts'

/** A field of some operation's input, required or not. */
function field(operation: string, name: string): JsonSchema {
  return inputSchema(operations.find((each) => each.name === operation)!).properties![name]!
}

it.each([
  ['add-tag', 'color'],
  ['add-client', 'client_email'],
  ['add-site', 'url'],
])('makes a %s with a %s that it takes', (name, wanted) => {
  const operation = operations.find((each) => each.name === name)!
  const example = exampleValue(field(name, wanted), wanted)
  expect(operation.input.shape[wanted]!.safeParse(example)).toMatchObject({ success: true })
})

it('takes the example that a field gives itself', () => {
  expect(exampleValue({ type: 'string', examples: ['deficon:plug'] }, 'icon')).toBe('deficon:plug')
})
