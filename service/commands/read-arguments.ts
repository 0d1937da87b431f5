import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values']

/** The options and plain words of a command; `count` plain words are expected. Anything else ends with the usage line. */
export function readArguments<const O extends Options>(
  words: string[],
  usage: string,
  options: O,
  count: number,
): { values: Values<O>; plain: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: words, options, strict: true, allowPositionals: true })
    if (positionals.length === count) return { values: values as Values<O>, plain: positionals }
  } catch (error) {
    throw usageError(usage, (error as Error).message)
  }
  throw usageError(usage)
}

export const usageError = (usage: string, reason?: string) =>
  new UsageError(`${reason ? `${reason}\n\n` : ''}Usage: ${usage.replaceAll('\n', '\n       ')}`)

/** `keys create …`: the first word chooses, the rest belongs to what it chose. */
export function chooseVerb<T>(verbs: Record<string, T>, [verb = '', ...rest]: string[], usage: string): [T, string[]] {
  if (!Object.hasOwn(verbs, verb)) throw usageError(usage)
  return [verbs[verb]!, rest]
}
