import type { RowsAnswer } from './json-rows.ts'

/** Answers that are not JSON are operations too: a download, a way elsewhere, a stream of events. */
export type AnswerKind = 'json' | 'file' | 'redirect' | 'stream'

/** A file of any length comes in parts, each made when the caller is ready for it. */
export type FileContent = string | Buffer | AsyncIterable<string>

export class FileAnswer {
  readonly filename: string
  readonly mediaType: string
  readonly content: FileContent
  /** Its address never means anything else: the caller's browser may keep it. */
  readonly lasting: boolean

  constructor(
    filename: string,
    mediaType: string,
    content: FileContent,
    { lasting = false }: { lasting?: boolean } = {},
  ) {
    this.filename = filename
    this.mediaType = mediaType
    this.content = content
    this.lasting = lasting
  }
}

/**
 * Makes the first parts at once, so that an error in them is answered like any other and a short file is sent whole.
 * No part may hold a database connection: a caller who reads slowly, or never, would keep it.
 */
export async function startFile(parts: AsyncGenerator<string>): Promise<FileContent> {
  const first = await parts.next()
  const second = await parts.next()
  if (first.done || second.done) return first.value ?? ''
  return (async function* () {
    yield first.value
    yield second.value
    yield* parts
  })()
}

export class RedirectAnswer {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

export interface StreamEvent {
  event: string
  id?: string
  data: unknown
}

export class StreamAnswer {
  /** Ends when the caller hangs up: the signal says so. */
  readonly events: (hangUp: AbortSignal) => AsyncIterable<StreamEvent>

  constructor(events: (hangUp: AbortSignal) => AsyncIterable<StreamEvent>) {
    this.events = events
  }
}

export type SpecialAnswer = FileAnswer | RedirectAnswer | StreamAnswer | RowsAnswer

export function kindOfAnswer(output: unknown): AnswerKind {
  if (output instanceof FileAnswer) return 'file'
  if (output instanceof RedirectAnswer) return 'redirect'
  if (output instanceof StreamAnswer) return 'stream'
  return 'json'
}
