import { invalidInput } from '../../operation/errors.ts'

const maximumFields = 2_000
const maximumDepth = 5
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

type Tree = { [key: string]: unknown }

/** The query of an address: everything after the first question mark, because a value may contain others. */
export function readQuery(url: string): Tree {
  const start = url.indexOf('?')
  return start < 0 ? {} : readBrackets(url.slice(start + 1))
}

/**
 * Parses `a=1&b[]=x&b[]=y&c[d]=e&f[0]=g` into nested values; all values stay text.
 * A repeated name becomes a list, so that no value is silently dropped.
 */
export function readBrackets(query: string): Tree {
  const tree: Tree = {}
  if (query === '') return tree
  if (query.split('&', maximumFields + 1).length > maximumFields)
    throw invalidInput({ '': `send at most ${maximumFields} fields` })
  // URLSearchParams replaces bytes that are not UTF-8 by U+FFFD, which changes the text, unless it contained that character.
  const hasOwnMarks = /%EF%BF%BD|\ufffd/i.test(query)
  for (const [name, value] of new URLSearchParams(query)) {
    if (!hasOwnMarks && `${name}${value}`.includes('\ufffd')) throw invalidInput({ [name]: 'is not UTF-8' })
    put(tree, pathOf(name), value, name)
  }
  return tree
}

/** `input[list][0]` → ['input', 'list', '0']; `input[list][]` → ['input', 'list', '']. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0 || !name.endsWith(']')) return [name]
  const inner = name.slice(open + 1, -1).split('][', maximumDepth)
  const path = [name.slice(0, open), ...inner]
  if (path.length > maximumDepth) throw invalidInput({ [name]: `is nested more than ${maximumDepth} levels deep` })
  return path
}

function put(tree: Tree, path: string[], value: string, name: string): void {
  let at: Tree = tree
  for (const [index, step] of path.entries()) {
    if (forbidden.has(step)) throw invalidInput({ [name]: 'is not a possible field name' })
    const last = index === path.length - 1
    if (step === '') {
      if (!last) throw invalidInput({ [name]: 'has empty brackets in the middle' })
      return
    }
    const nextIsAppend = path[index + 1] === '' && index + 1 === path.length - 1
    const present = Object.hasOwn(at, step) ? at[step] : undefined
    if (last && present === undefined) at[step] = value
    else if (last || nextIsAppend) append(at, step, present, value)
    else if (present === undefined) at = at[step] = {}
    else if (isTree(present)) at = present
    else throw invalidInput({ [name]: 'is given both as a value and as a group' })
  }
}

function append(at: Tree, step: string, present: unknown, value: string): void {
  if (Array.isArray(present)) present.push(value)
  else at[step] = present === undefined ? [value] : [present, value]
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
