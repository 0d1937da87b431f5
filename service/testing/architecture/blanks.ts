/**
 * Replaces comments and texts by blanks and keeps all other characters at their position: rules search code for words,
 * must not match comments, and report the line.
 */
export function blankTexts(source: string): string {
  const code = known.get(source) ?? withoutTexts(source)
  known.set(source, code)
  return code
}

/** Many rules read the same files. */
const known = new Map<string, string>()

function withoutTexts(source: string): string {
  const out = source.split('')
  const blank = (from: number, to: number) => {
    for (let index = from; index < to; index++) if (out[index] !== '\n') out[index] = ' '
  }
  // One entry per open template literal: the depth of braces of the code in `${…}`.
  const templates: number[] = []
  let index = 0
  while (index < source.length) {
    const two = source.slice(index, index + 2)
    const character = source[index]!
    let end = index + 1
    if (two === '//') {
      end = endOf(source, '\n', index)
      blank(index, end)
    } else if (two === '/*') {
      end = endOf(source, '*/', index + 2) + 2
      blank(index, end)
    } else if (character === "'" || character === '"') {
      end = endOfQuoted(source, index, character)
      blank(index + 1, end - 1)
    } else if (character === '/' && startsPattern(source, index)) {
      end = endOfQuoted(source, index, '/')
      blank(index + 1, end - 1)
    } else if (character === '`') {
      end = blankTemplate(source, index + 1, blank, templates)
    } else if (character === '{' && templates.length > 0) {
      templates[templates.length - 1]!++
    } else if (character === '}' && templates.length > 0 && templates[templates.length - 1]!-- === 0) {
      templates.pop()
      end = blankTemplate(source, index + 1, blank, templates)
    }
    index = end
  }
  return out.join('')
}

/** Blanks template text up to its end or the next `${`, and returns where code continues. */
function blankTemplate(
  source: string,
  from: number,
  blank: (from: number, to: number) => void,
  templates: number[],
): number {
  let index = from
  while (index < source.length && source[index] !== '`' && source.slice(index, index + 2) !== '${') {
    index += source[index] === '\\' ? 2 : 1
  }
  blank(from, Math.min(index, source.length))
  if (source[index] !== '$') return index + 1
  templates.push(0)
  return index + 2
}

/** Quoted texts and patterns end at the end of their line, so that a mistake here affects one line only. */
function endOfQuoted(source: string, start: number, quote: string): number {
  let inClass = false
  for (let index = start + 1; index < source.length; index++) {
    const character = source[index]
    if (character === '\n') return index
    if (character === '\\') index++
    else if (quote === '/' && character === '[') inClass = true
    else if (quote === '/' && character === ']') inClass = false
    else if (character === quote && !inClass) return index + 1
  }
  return source.length
}

/** A slash begins a pattern where a value may begin; elsewhere it divides. */
function startsPattern(source: string, index: number): boolean {
  const before = source.slice(Math.max(0, index - 40), index).trimEnd()
  return before === '' || /[([{,;:=!&|?+\-*%~^<>]$|\b(return|typeof|case|of|in)$/.test(before)
}

function endOf(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from)
  return found === -1 ? source.length : found
}
