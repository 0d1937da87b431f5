import { z } from 'zod'
import { maxProblems } from './errors.ts'

type Issue = z.core.$ZodIssue

const longList = 200

/**
 * Finds the first wrong elements of long lists. Runs before zod, which would create an issue for each of 100,000 wrong
 * elements, of which only the first are shown.
 */
export function findWrongElements(shape: z.ZodType, fields: Record<string, unknown>): Issue[] {
  const issues: Issue[] = []
  if (!(shape instanceof z.ZodObject)) return issues
  for (const [name, list] of Object.entries(fields)) {
    if (!Array.isArray(list) || list.length <= longList || !Object.hasOwn(shape.shape, name)) continue
    const element = elementOf(shape.shape[name])
    if (!element) continue
    for (let index = 0; index < list.length; index++) {
      const found = element.safeParse(list[index], { reportInput: true }).error?.issues ?? []
      for (const issue of found) issues.push({ ...issue, path: [name, index, ...issue.path] })
      if (issues.length >= maxProblems) return issues
    }
  }
  return issues
}

/** The element schema of a list; null if it is not a list, or several kinds of lists. */
function elementOf(schema: z.ZodType): z.ZodType | null {
  // zod publishes no types for the definitions of all schemas together.
  const { type, element, innerType, options } = schema._zod.def as {
    type: string
    element?: z.ZodType
    innerType?: z.ZodType
    options?: z.ZodType[]
  }
  if (type === 'array') return element ?? null
  if (innerType) return elementOf(innerType)
  const elements = (options ?? []).map(elementOf).filter((found) => found !== null)
  return elements.length === 1 ? (elements[0] ?? null) : null
}
