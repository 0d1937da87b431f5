import { answerKindOf } from '../../operation/answers.ts'
import { ServiceError } from '../../operation/errors.ts'
import { type JsonRows, RowsAnswer } from '../../operation/json-rows.ts'

/** Rows of a page when a model does not say how many it wants. */
export const pageRows = 20
/** About 10,000 tokens. */
const maxCharacters = 40_000

/** The output as plain values; of a long list only as many rows as a model can read. */
export async function readOutput(output: unknown): Promise<{ data: unknown; note: string | null }> {
  if (!(output instanceof RowsAnswer)) {
    if (answerKindOf(output) !== 'json')
      throw new ServiceError('svc_invalid_input', 'invalid', 'This answers a file or a stream; fetch it over REST.')
    return shortened(output)
  }
  const rows: unknown[] = []
  for await (const part of readParts(output.rows)) {
    rows.push(...part)
    if (rows.length > 1_000) break
  }
  return shortened({ ...output.others, [output.list]: rows })
}

async function* readParts(rows: JsonRows): AsyncGenerator<unknown[]> {
  for await (const part of rows.parts()) yield JSON.parse(`[${part}]`)
}

/** Cuts the longest list until the whole fits. */
function shortened(output: unknown): { data: unknown; note: string | null } {
  if (JSON.stringify(output ?? null).length <= maxCharacters) return { data: output, note: null }
  const [name, rows] = longestList(output)
  for (let kept = Math.floor(rows.length / 2); name !== null && kept > 0; kept = Math.floor(kept / 2)) {
    const others = typeof output === 'object' ? output : {}
    const data = name === '' ? rows.slice(0, kept) : { ...others, [name]: rows.slice(0, kept) }
    if (JSON.stringify(data).length > maxCharacters) continue
    const list = name === '' ? 'the list' : name
    return { data, note: `Cut: ${kept} of ${rows.length} rows of ${list}. Ask for fewer rows, or use filters.` }
  }
  throw new ServiceError(
    'svc_answer_too_large',
    'too-large',
    `The answer has more than ${maxCharacters} characters. Ask for less: a smaller page, a filter, or a single record.`,
  )
}

/** The field with the longest list, '' for the output itself, null if there is none. */
function longestList(output: unknown): [string | null, unknown[]] {
  if (Array.isArray(output)) return ['', output]
  const lists = Object.entries(output ?? {}).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const [longest] = lists.sort(([, one], [, other]) => JSON.stringify(other).length - JSON.stringify(one).length)
  return longest ?? [null, []]
}
