import type { Feature } from '../../operation/feature.ts'
import { isUnlimitedList, isUnlimitedText } from '../../operation/input-limits.ts'
import { inputSchema, type JsonSchema } from '../../operation/json-schema.ts'

/** What has no limit is checked to its end, however much a caller sends. */
export function unlimitedInputs(features: readonly Feature[]): string[] {
  return features
    .flatMap((feature) => feature.operations)
    .flatMap((operation) =>
      unlimitedParts(inputSchema(operation), '').map(
        (part) => `${operation.name}: ${part} in its input has no maximum; give it one with .max(…).`,
      ),
    )
}

/** Looks into every part of the schema, whatever the keyword, so that a kind of schema that is new here is not passed over. */
function unlimitedParts(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.entries(schema).flatMap(([key, part]) => unlimitedParts(part, `${path}/${key}`))
  const isUnlimited = isUnlimitedText(schema as JsonSchema) || isUnlimitedList(schema as JsonSchema)
  return isUnlimited ? [path, ...inside] : inside
}
