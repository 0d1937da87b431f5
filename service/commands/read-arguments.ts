import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ownValue } from '../operation/own-value.ts'
import { messageOf } from '../platform/error-facts.ts'
import { UsageError } from './usage-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values']

/** The options and the positional argument of a command ('' if it has none); throws a UsageError for anything else. */
export function readArguments<const O extends Options>(
  args: string[],
  usage: string,
  options: O,
  count: 0 | 1,
): { values: Values<O>; positional: string } {
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    const [positional = ''] = positionals
    // parseArgs does not keep the type of the options here.
    if (positionals.length === count) return { values: values as Values<O>, positional }
  } catch (error) {
    throw usageError(usage, messageOf(error))
  }
  throw usageError(usage)
}

export const usageError = (usage: string, reason?: string) =>
  new UsageError(`${reason ? `${reason}\n\n` : ''}Usage: ${usage.replaceAll('\n', '\n       ')}`)

/** `keys create …`: the first argument selects the verb; the rest are its arguments. */
export function selectVerb<T>(verbs: Record<string, T>, [verb = '', ...rest]: string[], usage: string): [T, string[]] {
  const selected = ownValue(verbs, verb)
  if (selected === undefined) throw usageError(usage)
  return [selected, rest]
}
