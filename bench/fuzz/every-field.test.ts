import { expect, it } from 'vitest'
import { operations } from '../../service/catalogue.ts'
import { convert } from '../../service/operation/convert.ts'
import type { JsonSchema } from '../../service/operation/json-schema.ts'
import { exampleInput } from '../../service/surfaces/testing/every-call.ts'

interface TextPath {
  path: string
  /** The value of the whole field, with this text at the path. */
  withText(text: string): unknown
}

/** Every path in a field that takes a text. */
function textPaths(schema: JsonSchema, path: string): TextPath[] {
  const within = (inner: TextPath[], wrap: (value: unknown) => unknown): TextPath[] =>
    inner.map(({ path, withText }) => ({ path, withText: (text) => wrap(withText(text)) }))
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema
  return [
    ...([schema.type].flat().includes('string') ? [{ path, withText: (text: string) => text }] : []),
    ...[...anyOf, ...oneOf].flatMap((branch) => textPaths(branch, path)),
    ...(items ? within(textPaths(items, `${path}[]`), (value) => [value]) : []),
    ...Object.entries(properties).flatMap(([name, property]) =>
      within(textPaths(property, `${path}.${name}`), (value) => ({ [name]: value })),
    ),
    ...(typeof additionalProperties === 'object'
      ? within(textPaths(additionalProperties, `${path}.*`), (value) => ({ a: value }))
      : []),
  ]
}

const size = 60_000
const units = ['a', '0', ' ', '\n', ',', ' ,', '.', 'a@', 'a.', '/', '-', '"', '<', '[', '{"a":', 'https://a/', 'é']
const texts = [
  ...units.map((unit) => `a@a${unit.repeat(size / unit.length)}\0!`),
  ...['a', ' a', 'a.'].map((unit) => `${unit.repeat(size / unit.length)},`),
]
const allowedMs = 2_000

const everyText = operations.flatMap((operation) =>
  Object.entries(operation.inputSchema.properties ?? {}).flatMap(([field, schema]) =>
    textPaths(schema, field).map((textPath) => ({ operation, field, ...textPath })),
  ),
)

// A pattern that takes quadratic time needs 5 s and more for a text of this length.
it(`checks long hostile texts in linear time in all ${everyText.length} text fields`, { timeout: 300_000 }, () => {
  const slow = everyText.flatMap(({ operation, field, path, withText }) => {
    const schema = operation.inputSchema
    const slowest = texts.find((text) => {
      const before = process.threadCpuUsage()
      const input = { ...exampleInput(operation), [field]: withText(text) }
      operation.input.safeParse(convert(schema, input))
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000 > allowedMs
    })
    return slowest === undefined ? [] : [`${operation.name} ${path}: ${JSON.stringify(slowest.slice(0, 20))}`]
  })
  expect(slow).toEqual([])
  expect(everyText.length).toBeGreaterThan(300)
})
