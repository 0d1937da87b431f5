import { expect, it } from 'vitest'
import { operations } from '../../../catalogue.ts'
import type { JsonSchema } from '../../../operation/json-schema.ts'
import { exampleValue } from './example-value.ts'

/** A field of an operation's input, required or not. */
function field(operation: string, name: string): JsonSchema {
  return operations.find((each) => each.name === operation)!.inputSchema.properties![name]!
}

it.each([
  ['add-tag', 'color'],
  ['add-client', 'client_email'],
  ['add-site', 'url'],
])('generates for %s a %s that the field accepts', (name, fieldName) => {
  const operation = operations.find((each) => each.name === name)!
  const example = exampleValue(field(name, fieldName), fieldName)
  expect(operation.input.shape[fieldName]!.safeParse(example)).toMatchObject({ success: true })
})

it('uses the example of the field', () => {
  expect(exampleValue({ type: 'string', examples: ['deficon:plug'] }, 'icon')).toBe('deficon:plug')
})
