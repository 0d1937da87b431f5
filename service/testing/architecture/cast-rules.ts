import { parseSync, Visitor } from 'vite'
import { isTest, lineOf, type Sources } from './sources.ts'

// Benchmarks stop at once at a wrong assumption, and no one relies on them.
const isChecked = (path: string) =>
  /^(service\/(?!testing\/)|simulator\/|scripts\/).+\.ts$/.test(path) &&
  !isTest(path) &&
  !/(^|[./])bench\.ts$|\.d\.ts$/.test(path)

const comment = /(?:^|\s)\/\/ |\*\/\s*$/

/** A cast or `!` switches the type check off, so a comment on its line or the line before says why it is right. */
export function castsWithoutReason(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => (isChecked(path) ? castsIn(path, text) : []))
}

function castsIn(path: string, text: string): string[] {
  if (!/ as |!/.test(text)) return []
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const lines = text.split('\n')
  const found = new Set<string>()
  const check = (start: number, end: number, what: string) => {
    const [first, last] = [lineOf(text, start), lineOf(text, end)]
    const near = [lines[first - 2], lines[first - 1], lines[last - 1]]
    if (!near.some((line) => comment.test(line ?? '')))
      found.add(`${path}:${last} has ${what} without a reason: use a better type, or say in a comment why it is right.`)
  }
  new Visitor({
    TSAsExpression({ start, end, typeAnnotation }) {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') check(start, end, 'a cast')
    },
    TSNonNullExpression({ start, end }) {
      check(start, end, '"!"')
    },
  }).visit(program)
  return [...found]
}
