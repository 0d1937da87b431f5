import type { z } from 'zod'
import type { AnswerKind, SpecialAnswer } from './answers.ts'
import type { Context } from './context.ts'
import type { ItemResults } from './item-results.ts'
import { inputSchemaOf, type JsonSchema, outputSchemaOf } from './json-schema.ts'
import type { Permission } from './permissions.ts'

/** read: changes nothing. change: can be undone. destroy: cannot be undone; requires confirm. */
export type Effect = 'read' | 'change' | 'destroy'

export type AbilityName = `svc/${string}-v1`
export type AbilityCategory = 'svc-sites' | 'svc-clients' | 'svc-tags' | 'svc-updates' | 'svc-batch'

/** The answer of a dry run: what would be affected, with the identifying fields of the operation. */
export type Plan = { would_affect: unknown[]; warnings?: string[]; count?: number } & Record<string, unknown>

/**
 * How the audit line of a change is tied to the change.
 * - `before-and-after`: stored before the operation starts, its outcome afterwards. For changes outside of the database (child
 *   sites, e-mail) and for several transactions.
 * - `one-transaction`: the operation changes only our tables. The pipeline runs it in one transaction with its line; it must not
 *   call a site, send an e-mail or wait.
 * - `own-transaction`: the operation calls `context.recordChange(trx)` at the end of the transaction of its change.
 * - `own-events`: for callers who are not signed in. The operation records what happened itself (`recordAccessEvent`); the pipeline
 *   records only refusals, and counts repeated ones instead of adding a line for each.
 */
export type AuditMode = 'before-and-after' | 'one-transaction' | 'own-transaction' | 'own-events'

interface Definition<E extends Effect, I extends z.ZodObject, O extends z.ZodType> {
  /** Also the name of the file, and of the ability without prefix and version. */
  name: string
  ability?: AbilityName
  category?: AbilityCategory
  /** Short label for menus; derived from the name by default. */
  label?: string
  /** One sentence for people, used by every surface. */
  summary: string
  effect: E
  /** Running it twice has the same effect as once. Reads are always idempotent. */
  idempotent?: boolean
  permission: Permission
  /**
   * Whether a caller with a session must have proven the password or a second factor within the last 10 minutes. Operations that
   * destroy must decide (service/step-up.test.ts lists all of them).
   */
  stepUp?: boolean
  /** The module that must be on. */
  requires?: string
  /** Also a tool of its own for models; the others are found with discover-abilities. Few: every tool costs each model attention. */
  tool?: boolean
  /** Needs much memory or time: limited per caller, and refused while the service is overloaded. */
  heavy?: boolean
  /** The same, where only some inputs cost much. */
  heavyWhen?(input: z.output<I>): boolean
  /** The effect of what a call starts, where that can be more than its own: the approvals of keys follow it. */
  startsEffect?(input: z.output<I>, context: Context): Promise<Effect>
  /** False: it only stores what a later call runs, and a person approves that call. */
  needsApproval?: false
  /** Fields with secrets that have no telling name, such as a table of sites. People who approve the call see the plan instead. */
  hiddenInput?: readonly string[]
  /** It ends: days as YYYY-MM-DD, at least six months apart. Answers and the OpenAPI document announce it. */
  deprecated?: { since: string; ends: string }
  input: I
  output: O
  /** Other spellings of input names: spelling → name in `input`. */
  aliases?: Record<string, string>
  /** Fields that reading returns and that cannot be written. They are accepted and dropped, so that what was read can be sent back. */
  readOnly?: readonly string[]
  answers?: AnswerKind[]
  /** `before-and-after` by default. */
  audit?: AuditMode
  /** Which items of the call were done, where an answer can contain failures; null: the work is queued. Pure. */
  results?: (output: z.output<O>) => ItemResults | null
  /** The target in the audit line; by default the identifying fields of the input. */
  subject?: (input: z.output<I>, context: Context) => string | Promise<string>
}

type Does<I extends z.ZodObject, O extends z.ZodType> = (
  input: z.output<I>,
  context: Context,
) => Promise<z.input<O> | SpecialAnswer>
type Plans<I extends z.ZodObject> = (input: z.output<I>, context: Context) => Promise<Plan>

export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType>
  extends Omit<
    Definition<Effect, I, O>,
    'results' | 'subject' | 'label' | 'idempotent' | 'answers' | 'aliases' | 'audit'
  > {
  label: string
  idempotent: boolean
  audit: AuditMode
  answers: AnswerKind[]
  aliases: Record<string, string>
  /** The operation's own input without aliases and guards, for conversion. */
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  // Method syntax, so that a list can hold operations of every input type.
  results?(output: unknown): ItemResults | null
  subject?(input: unknown, context: Context): string | Promise<string>
  plan?(input: unknown, context: Context): Promise<Plan>
  run(input: unknown, context: Context): Promise<unknown>
}

export type AbilityOperation = Operation & { ability: AbilityName }

export const isAbility = (operation: Operation): operation is AbilityOperation => operation.ability !== undefined

interface Reading<I extends z.ZodObject, O extends z.ZodType> {
  does(run: Does<I, O>): Operation<I, O>
}
interface Changing<I extends z.ZodObject, O extends z.ZodType> {
  /** Required for operations that change something: describes the effect without running it and without calling a site. */
  plans(plan: Plans<I>): Reading<I, O>
}

/** Defines an operation; every surface, job and command is derived from it. */
export function operation<const E extends Effect, I extends z.ZodObject, O extends z.ZodType>(
  definition: Definition<E, I, O>,
): E extends 'read' ? Reading<I, O> : Changing<I, O>
export function operation(definition: Definition<Effect, z.ZodObject, z.ZodType>): unknown {
  // Created when first used: a command uses few of them.
  let inputSchema: JsonSchema | undefined
  let outputSchema: JsonSchema | undefined
  const finish = (plan?: Plans<z.ZodObject>) => ({
    does: (run: Does<z.ZodObject, z.ZodType>) => ({
      ...definition,
      label: definition.label ?? labelFromName(definition.name),
      idempotent: definition.effect === 'read' || (definition.idempotent ?? false),
      audit: definition.audit ?? 'before-and-after',
      answers: definition.answers ?? ['json'],
      aliases: definition.aliases ?? {},
      ...(plan && { plan }),
      get inputSchema() {
        inputSchema ??= inputSchemaOf(definition.input)
        return inputSchema
      },
      get outputSchema() {
        outputSchema ??= outputSchemaOf(definition.output)
        return outputSchema
      },
      run,
    }),
  })
  return definition.effect === 'read' ? finish() : { plans: finish }
}

function labelFromName(name: string): string {
  const label = name.replaceAll('-', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
