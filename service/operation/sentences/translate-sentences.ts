/**
 * Sentences that the service stores or answers in English, with a translation: `{ 'Paused by {user}.': 'Angehalten von {user}.' }`.
 * The template is the code of the sentence, and what stands at `{user}` its parameter. Everything else stays as it is, such as what a
 * site or a user wrote.
 */
export type Sentences = Readonly<Record<string, string>>

interface Template {
  /** The text around the parameters: one more than parameters. */
  parts: string[]
  names: string[]
  translation: string
}

/** Parameters that are names, and no sentences: a plugin may be called “Events”. */
const dataNames = new Set([
  'name',
  'names',
  'item',
  'site',
  'user',
  'slug',
  'url',
  'domain',
  'host',
  'release',
  'login',
  'tags',
])
/** German is the only language so far. */
const amounts = new Intl.NumberFormat('de', { minimumFractionDigits: 2 })
const maxDepth = 4
const maxSentences = 12

export function createTranslator(sentences: Sentences): (text: string) => string {
  const exact = new Map(Object.entries(sentences).filter(([template]) => !template.includes('{')))
  // The longest first: it is the most exact one.
  const templates = Object.entries(sentences)
    .filter(([template]) => template.includes('{'))
    .map(([template, translation]) => readTemplate(template, translation))
    .sort((a, b) => b.parts.join('').length - a.parts.join('').length)

  function translateOne(text: string, depth: number, isStrict: boolean): string | undefined {
    const same = exact.get(text)
    if (same !== undefined) return same
    for (const { parts, names, translation } of templates) {
      const values = valuesIn(text, parts, names, isStrict)
      if (values)
        return translation.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
          writeValue(name, values[names.indexOf(name)] ?? '', depth),
        )
    }
    return undefined
  }

  const writeValue = (name: string, value: string, depth: number) => {
    if (name === 'amount' && Number.isFinite(Number(value))) return amounts.format(Number(value))
    return dataNames.has(name) ? value : translate(value, depth + 1)
  }

  /** A text can be several sentences, of which each has a translation or none. */
  function translate(text: string, depth: number): string {
    if (text === '' || depth > maxDepth) return text
    const whole = translateOne(text, depth, true)
    if (whole !== undefined) return whole
    const single = text.split(/(?<=[.!?:]) (?=[\p{Lu}“])/u)
    if (single.length === 1 || single.length > maxSentences) return translateOne(text, depth, false) ?? text
    const written: string[] = []
    for (let start = 0; start < single.length; ) {
      let end = single.length
      let found: string | undefined
      for (; end > start && found === undefined; end--)
        found = translateOne(single.slice(start, end).join(' '), depth, true)
      written.push(found ?? single[start] ?? '')
      start = found === undefined ? start + 1 : end + 1
    }
    const joined = written.join(' ')
    return joined === text ? (translateOne(text, depth, false) ?? text) : joined
  }

  return (text) => translate(text, 0)
}

function readTemplate(template: string, translation: string): Template {
  const parts = template.split(/\{\w+\}/)
  return { parts, names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''), translation }
}

const numberNames = new Set([
  'count',
  'days',
  'left',
  'sites',
  'done',
  'total',
  'failed',
  'row',
  'rows',
  'down',
  'checked',
])
/** Parameters that can be several sentences. */
const textNames = new Set([
  'reason',
  'message',
  'cause',
  'detail',
  'rest',
  'what',
  'description',
  'seen',
  'because',
  'problem',
])

/** `isStrict`: a value that contains the end of a sentence is the rest of the text rather than a name such as “St. Pauli”. */
function fits(name: string, value: string, isStrict: boolean): boolean {
  if (numberNames.has(name)) return /^[\d,.]+$/.test(value)
  return !isStrict || textNames.has(name) || !/[.!?] \p{Lu}/u.test(value)
}

/**
 * What stands between the parts, each as early as possible or else as late as possible; undefined if the text does not match. Without
 * a regular expression: the text can be from a site.
 */
function valuesIn(
  text: string,
  parts: readonly string[],
  names: readonly string[],
  isStrict: boolean,
): string[] | undefined {
  const isRight = (values: readonly string[] | undefined) =>
    values?.every((value, index) => fits(names[index] ?? '', value, isStrict))
  const early = valuesBetween(text, parts)
  if (!early || isRight(early)) return early
  const reverse = (value: string) => [...value].toReversed().join('')
  const late = valuesBetween(reverse(text), parts.map(reverse).toReversed())?.map(reverse).toReversed()
  return isRight(late) ? late : undefined
}

function valuesBetween(text: string, parts: readonly string[]): string[] | undefined {
  const [first = '', ...others] = parts
  const last = others.pop() ?? ''
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return undefined
  const values: string[] = []
  let from = first.length
  for (const part of others) {
    const at = text.indexOf(part, from)
    if (at === -1 || at + part.length > end) return undefined
    values.push(text.slice(from, at))
    from = at + part.length
  }
  return [...values, text.slice(from, end)]
}
