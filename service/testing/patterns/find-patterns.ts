import { parseSync, Visitor } from 'vite'
import { z } from 'zod'
import type { Feature } from '../../operation/feature.ts'
import { isTest, lineOf, type Sources } from '../architecture/sources.ts'

/** A regular expression of the project and where it is used. */
export interface FoundPattern {
  source: string
  flags: string
  locations: string[]
}

export interface PatternSearch {
  /** By `/source/flags`. */
  patterns: Map<string, FoundPattern>
  /** Patterns built from text at run time, which cannot be checked in advance. */
  unreadable: string[]
}

const isSearched = (path: string) => /^(service|web\/src)\//.test(path) && !isTest(path)
const textMethods = ['match', 'matchAll', 'search']

/** Every regular expression in the code of the service and the dashboard, without tests. */
export function findPatterns(sources: Sources): PatternSearch {
  const search: PatternSearch = { patterns: new Map(), unreadable: [] }
  for (const [path, text] of sources) if (isSearched(path)) searchFile(search, path, text)
  return search
}

function searchFile(search: PatternSearch, path: string, text: string): void {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const placeOf = (node: { start: number }) => `${path}:${lineOf(text, node.start)}`
  const addMade = (node: { start: number }, [source, flags]: Argument[]) => {
    const [sourceText, flagsText] = [constantText(source), flags === undefined ? '' : constantText(flags)]
    if (sourceText === null || flagsText === null) search.unreadable.push(placeOf(node))
    else addPattern(search, new RegExp(sourceText, flagsText), placeOf(node))
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) addPattern(search, new RegExp(node.regex.pattern, node.regex.flags), placeOf(node))
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') addMade(node, node.arguments)
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type === 'Identifier' && callee.name === 'RegExp') addMade(node, node.arguments)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      // These build a pattern from a text.
      const [first] = node.arguments
      if (textMethods.includes(callee.property.name) && constantText(first) !== null) addMade(node, [first])
      addFormat(search, text.slice(callee.start, callee.end), placeOf(node))
    },
  }).visit(program)
}

/** Formats such as `z.email` are patterns as well. */
function addFormat(search: PatternSearch, callee: string, location: string): void {
  const [root, ...names] = callee.split('.')
  if (root !== 'z') return
  const make: unknown = names.reduce<unknown>((holder, name) => (holder as Record<string, unknown>)?.[name], z)
  if (typeof make !== 'function' || !isFormat(names)) return
  for (const pattern of patternsIn(make())) addPattern(search, pattern, location)
}

const isFormat = (names: string[]) =>
  names[0] === 'iso' || (names.length === 1 && Object.hasOwn(z.regexes, names[0]!) && names[0] !== 'string')

type Argument = { type: string; start: number; value?: unknown } | undefined

const constantText = (node: Argument): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

/** The patterns in the inputs of all operations, including formats with options, such as times with an offset. */
export function addInputPatterns({ patterns }: PatternSearch, features: readonly Feature[]): void {
  for (const { operations } of features) {
    for (const { name, input } of operations) {
      for (const [field, schema] of Object.entries(input.shape)) {
        for (const pattern of patternsIn(schema)) addPattern({ patterns }, pattern, `${name}.${field}`)
      }
    }
  }
}

/** Every RegExp inside a zod schema. */
function patternsIn(schema: unknown): RegExp[] {
  const visited = new Set<unknown>()
  const found: RegExp[] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return
    visited.add(value)
    if (value instanceof RegExp) found.push(value)
    else if ('_zod' in value) visit((value._zod as { def: unknown }).def)
    else for (const name of Object.keys(value)) visit((value as Record<string, unknown>)[name])
  }
  visit(schema)
  return found
}

function addPattern({ patterns }: Pick<PatternSearch, 'patterns'>, pattern: RegExp, location: string): void {
  const known = patterns.get(String(pattern))
  if (!known) patterns.set(String(pattern), { source: pattern.source, flags: pattern.flags, locations: [location] })
  else if (!known.locations.includes(location)) known.locations.push(location)
}
