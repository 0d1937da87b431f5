import type { Readable } from 'node:stream'
import type { RowsAnswer } from './json-rows.ts'

/** Answers that are not JSON are operations too: a download, a way elsewhere, a stream of events. */
export type AnswerKind = 'json' | 'file' | 'redirect' | 'stream'

export class FileAnswer {
  readonly filename: string
  readonly mediaType: string
  readonly content: string | Buffer | Readable
  /** Its address never means anything else: the caller's browser may keep it. */
  readonly lasting: boolean

  constructor(
    filename: string,
    mediaType: string,
    content: string | Buffer | Readable,
    { lasting = false }: { lasting?: boolean } = {},
  ) {
    this.filename = filename
    this.mediaType = mediaType
    this.content = content
    this.lasting = lasting
  }
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
