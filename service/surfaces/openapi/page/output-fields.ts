import type { JsonSchema } from '../../../operation/json-schema.ts'
import { allowedLabels, typeLabels } from './describe-schema.ts'

export interface OutputField {
  /** `items[].name`: the path of the field in the answer. */
  name: string
  type: string
  allowed: string
  optional: boolean
}

// Deeper levels do not fit into a table; the OpenAPI document has them.
const deepest = 3

/** The fields of an answer, each followed by its nested fields. */
export function outputFields(schema: JsonSchema, prefix = '', depth = 1): OutputField[] {
  if (schema.type === 'array' && schema.items) return outputFields(schema.items, `${prefix}[]`, depth)
  const shape = shapeWithFields(schema)
  return Object.entries(shape?.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const own: OutputField = {
      name,
      type: typeLabels(field),
      allowed: field.description ?? (field.type === 'array' ? '' : allowedLabels(field)),
      optional: !(shape?.required ?? []).includes(key),
    }
    return depth < deepest ? [own, ...outputFields(field, name, depth + 1)] : [own]
  })
}

/** The branch with fields: of `object or null` the object. */
function shapeWithFields(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  const branches = schema.anyOf ?? schema.oneOf ?? []
  return branches.find((branch) => branch.properties)
}
