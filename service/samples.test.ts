import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addresses, operations } from './catalogue.ts'
import { isAnySuccess } from './operation/item-results.ts'
import type { Operation } from './operation/operation.ts'

/** A sample of the README: the last command of a block, and the answer below it. */
interface Sample {
  command: string
  answer: string
}

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const samples: Sample[] = [...readme.matchAll(/```sh\n([^`]*)```\n```json\n([^`]*)```/g)].map(
  ([, commands, answer]) => ({
    command: commands?.trim().split('\n').at(-1) ?? '',
    answer: answer?.trim() ?? '',
  }),
)

/** Left out fields are written as `…`; in a text it is a part of the text. */
const parseSample = ({ answer }: Sample) => JSON.parse(answer.replaceAll(/,\s*…(?=[,\s\]}])/g, ''))

function operationOf({ command }: Sample): Operation | undefined {
  const ability = /\$\(run ([a-z-]+)-v1\)/.exec(command)?.[1]
  if (ability) return operations.find(({ name }) => name === ability)
  const [, method = 'POST', path] = /api (?:-X (\w+) )?\S+\/api\/v2(\S+)/.exec(command) ?? []
  const parts = path?.split('/') ?? []
  return addresses.find(
    (address) =>
      address.kind === 'route' &&
      address.methods.some((known) => known === method) &&
      address.path.split('/').length === parts.length &&
      address.path.split('/').every((part, index) => part.startsWith('{') || part === parts[index]),
  )?.operation
}

/** The schema without required fields, since a sample leaves fields out. */
function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (schema === null || typeof schema !== 'object') return schema
  const entries = Object.entries(schema).filter(([name, value]) => !(name === 'required' && Array.isArray(value)))
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutRequired(value)]))
}

const problemsOf = (schema: unknown, value: unknown) =>
  z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(value).error?.issues ?? []

/** Every count of a sample beside the list that it counts. */
function wrongCounts(data: Record<string, unknown>, isElided: boolean): string[] {
  const lists = Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const counts: Record<string, string> = {
    ...Object.fromEntries(lists.map(([name]) => [name, `total_${name}`])),
    would_affect: 'count',
  }
  return lists
    .filter(([name, list]) => {
      const count =
        data[counts[name] ?? ''] ?? (name === 'errors' ? undefined : lists.length === 1 ? data.total : undefined)
      return !isElided && count !== undefined && count !== list.length
    })
    .map(([name]) => name)
}

describe('a sample of the README', () => {
  it('is found for every answer that the README shows', () => {
    expect(samples.length).toBe([...readme.matchAll(/```json/g)].length)
    expect(samples.length).toBeGreaterThan(4)
  })

  it.each(samples)('is an answer of its operation: $command', (sample) => {
    const operation = operationOf(sample)
    expect(operation).toBeDefined()
    const answer = parseSample(sample)
    if (answer.code !== undefined)
      return expect(answer).toMatchObject({ message: expect.any(String), data: { status: expect.any(Number) } })
    const data = answer.success === undefined ? answer : answer.data
    if (data.dry_run !== true) expect(problemsOf(withoutRequired(operation?.outputSchema), data)).toEqual([])
    expect(wrongCounts(data, /…\s*\]/.test(sample.answer))).toEqual([])
    const results = operation?.results?.(data)
    // An answer with failures must not be shown as a plain success.
    if (results)
      expect([answer.success ?? 1, results.errors.length === 0 || data.errors !== undefined]).toEqual([
        isAnySuccess(results) ? 1 : 0,
        true,
      ])
  })
})

describe('an example of the OpenAPI description', () => {
  const document = JSON.parse(readFileSync(new URL('../contract/openapi.json', import.meta.url), 'utf8'))
  const found: { at: string; schema: Record<string, unknown>; values: unknown[] }[] = []
  const collect = (value: unknown, at: string): void => {
    if (value === null || typeof value !== 'object') return
    const { examples, example, ...schema } = value as Record<string, unknown>
    if (Array.isArray(examples) && !at.endsWith('/properties')) found.push({ at, schema, values: examples })
    else if (example !== undefined && !at.endsWith('/properties'))
      found.push({ at, schema: (schema.schema as Record<string, unknown>) ?? schema, values: [example] })
    for (const [name, part] of Object.entries(value)) collect(part, `${at}/${name}`)
  }
  collect(document, '')

  it('is valid for its schema', () => {
    expect(found.length).toBeGreaterThan(10)
    const wrong = found.flatMap(({ at, schema, values }) =>
      values.filter((value) => problemsOf(schema, value).length > 0).map((value) => `${at}: ${JSON.stringify(value)}`),
    )
    expect(wrong).toEqual([])
  })

  it('sums nothing up: an example of an answer needs a check of its own here', () => {
    // Times of day that a person entered.
    const isEntered = (at: string) => /\/(?:hours|quiet_hours)\/anyOf\/0\/properties\/(?:from|to)$/.test(at)
    const inAnswers = found.map(({ at }) => at).filter((at) => at.includes('/responses/'))
    expect(inAnswers.filter((at) => !isEntered(at))).toEqual([])
  })
})
