import { UsageError } from '../usage-error.ts'

export const formats = ['table', 'json', 'csv', 'ids', 'count'] as const
export type Format = (typeof formats)[number]

/** What a person typed after `flotilla call`. */
export interface TypedCall {
  operation: string
  input: Record<string, unknown>
  profile: string | undefined
  format: Format
  /** Columns. */
  fields: string[] | null
  isDryRun: boolean
  isConfirmed: boolean
  waits: boolean
}

/** `--field value`, `--field=value`, `--switch`; a repeated field is a list. The service converts texts by the type of the field. */
export function readCall([operation = '', ...args]: string[]): TypedCall {
  const given: [string, string][] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('--') || word === '--')
      throw new UsageError(`${word} is not a valid argument. Write --field value.`)
    const [, name = '', value] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
    const next = args[at + 1]
    if (value !== undefined) given.push([name, value])
    else if (next === undefined || next.startsWith('--')) given.push([name, 'true'])
    else {
      given.push([name, next])
      at++
    }
  }
  const options = new Map<string, string>()
  const input: Record<string, unknown> = {}
  const put = (name: string, value: string) => {
    const field = name.replaceAll('-', '_')
    const read = readValue(field, value)
    input[field] = Object.hasOwn(input, field) ? [input[field], read].flat() : read
  }
  for (const [name, value] of given) {
    if (name === 'set') {
      const [field = '', ...rest] = value.split('=')
      put(field, rest.join('='))
    } else if (callOptions.includes(name)) options.set(name, value)
    else put(name, value)
  }
  const format = options.get('format') ?? 'table'
  if (!isFormat(format)) throw new UsageError(`--format must be ${formats.join(', ')}.`)
  return {
    operation,
    input,
    profile: options.get('profile'),
    format,
    fields: options.get('fields')?.split(',') ?? null,
    isDryRun: options.get('dry-run') === 'true',
    isConfirmed: options.get('yes') === 'true',
    waits: options.get('wait') === 'true',
  }
}

/** An input field with one of these names is written --set name=value. */
export const callOptions = ['profile', 'format', 'fields', 'dry-run', 'yes', 'wait']

const isFormat = (text: string): text is Format => formats.some((format) => format === text)

function readValue(field: string, value: string): unknown {
  if (!/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    throw new UsageError(`--${field} starts like JSON, but is not valid JSON.`)
  }
}
