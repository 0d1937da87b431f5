import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values']

/** The options and `count` positional arguments of a command; throws a UsageError for anything else. */
export function readArguments<const O extends Options>(
  args: string[],
  usage: string,
  options: O,
  count: number,
): { values: Values<O>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    if (positionals.length === count) return { values: values as Values<O>, positionals }
  } catch (error) {
    throw usageError(usage, (error as Error).message)
  }
  throw usageError(usage)
}

export const usageError = (usage: string, reason?: string) =>
  new UsageError(`${reason ? `${reason}\n\n` : ''}Usage: ${usage.replaceAll('\n', '\n       ')}`)

/** `keys create …`: the first argument selects the verb; the rest are its arguments. */
export function selectVerb<T>(verbs: Record<string, T>, [verb = '', ...rest]: string[], usage: string): [T, string[]] {
  if (!Object.hasOwn(verbs, verb)) throw usageError(usage)
  return [verbs[verb]!, rest]
}
