import type { Feature } from '../../operation/feature.ts'
import { isUnlimitedList, isUnlimitedText, type JsonSchema } from '../../operation/json-schema.ts'

/** Input without a limit would be checked in full, at any size. */
export function unlimitedInputs(features: readonly Feature[]): string[] {
  return features
    .flatMap((feature) => feature.operations)
    .flatMap((operation) =>
      unlimitedParts(operation.inputSchema, '').map(
        (part) => `${operation.name}: ${part} in its input has no maximum; give it one with .max(…).`,
      ),
    )
}

/** Checks every part of the schema under any keyword, so that a new kind of schema is not skipped. */
function unlimitedParts(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.entries(schema).flatMap(([key, part]) => unlimitedParts(part, `${path}/${key}`))
  const isUnlimited = isUnlimitedText(schema as JsonSchema) || isUnlimitedList(schema as JsonSchema)
  return isUnlimited ? [path, ...inside] : inside
}
