import type { z } from 'zod'
import type { AnswerKind, SpecialAnswer } from './answers.ts'
import type { Context } from './context.ts'
import type { Permission } from './permissions.ts'

/** read: changes nothing. change: can be put right again. destroy: cannot; needs confirm. */
export type Effect = 'read' | 'change' | 'destroy'

export type AbilityName = `svc/${string}-v1`
export type AbilityCategory = 'svc-sites' | 'svc-clients' | 'svc-tags' | 'svc-updates' | 'svc-batch'

/** What a dry run answers: who or what would be touched, with the identifying fields of the operation beside it. */
export type Plan = { would_affect: unknown[]; warnings?: string[]; count?: number } & Record<string, unknown>

interface Definition<E extends Effect, I extends z.ZodObject, O extends z.ZodType> {
  /** Also the file's name and the ability's name without prefix and version. */
  name: string
  ability?: AbilityName
  category?: AbilityCategory
  /** A few words for menus; made from the name when left out. */
  label?: string
  /** The documentation: one sentence for people, used by every surface. */
  summary: string
  effect: E
  /** Whether doing it twice is the same as doing it once. Reads always are. */
  idempotent?: boolean
  permission: Permission
  /** The module that must be switched on. */
  requires?: string
  /** Costs much memory or time: few at once for each caller, and none while the service is overloaded. */
  heavy?: boolean
  /** The same, where only some inputs cost much. */
  heavyWhen?(input: z.output<I>): boolean
  input: I
  output: O
  /** Other spellings of input names: spelling → name in `input`. */
  aliases?: Record<string, string>
  answers?: AnswerKind[]
  /** Extra fields that clients of the established product look for; pure, and used on alias calls only. */
  compat?: (output: z.output<O>) => Record<string, unknown>
  /** What the audit line calls the target; by default the identifying fields of the input. */
  subject?: (input: z.output<I>, context: Context) => string | Promise<string>
}

type Does<I extends z.ZodObject, O extends z.ZodType> = (
  input: z.output<I>,
  context: Context,
) => Promise<z.input<O> | SpecialAnswer>
type Plans<I extends z.ZodObject> = (input: z.output<I>, context: Context) => Promise<Plan>

export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType>
  extends Omit<Definition<Effect, I, O>, 'compat' | 'subject' | 'label' | 'idempotent' | 'answers' | 'aliases'> {
  label: string
  idempotent: boolean
  answers: AnswerKind[]
  aliases: Record<string, string>
  // Method syntax on purpose: a list of operations holds operations of every input.
  compat?(output: unknown): Record<string, unknown>
  subject?(input: unknown, context: Context): string | Promise<string>
  plan?(input: unknown, context: Context): Promise<Plan>
  run(input: unknown, context: Context): Promise<unknown>
}

interface Reading<I extends z.ZodObject, O extends z.ZodType> {
  does(run: Does<I, O>): Operation<I, O>
}
interface Changing<I extends z.ZodObject, O extends z.ZodType> {
  /** Compulsory for what changes something: says what would happen, without doing it and without contacting a site. */
  plans(plan: Plans<I>): Reading<I, O>
}

/** Defines an operation once; every surface, job and command derives from this. */
export function operation<const E extends Effect, I extends z.ZodObject, O extends z.ZodType>(
  definition: Definition<E, I, O>,
): E extends 'read' ? Reading<I, O> : Changing<I, O>
export function operation(definition: Definition<Effect, z.ZodObject, z.ZodType>): unknown {
  const finish = (plan?: Plans<z.ZodObject>) => ({
    does: (run: Does<z.ZodObject, z.ZodType>) => ({
      ...definition,
      label: definition.label ?? labelFromName(definition.name),
      idempotent: definition.effect === 'read' || (definition.idempotent ?? false),
      answers: definition.answers ?? ['json'],
      aliases: definition.aliases ?? {},
      ...(plan && { plan }),
      run,
    }),
  })
  return definition.effect === 'read' ? finish() : { plans: finish }
}

function labelFromName(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
