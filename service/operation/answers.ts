import type { RowsAnswer } from './json-rows.ts'

/** Answers other than JSON: a download, a redirect, a stream of events. */
export type AnswerKind = 'json' | 'file' | 'redirect' | 'stream'

/** A long file is generated in parts, each when the caller is ready for it. */
export type FileContent = string | Buffer | AsyncIterable<string | Buffer>

export class FileAnswer {
  readonly filename: string
  readonly mediaType: string
  readonly content: FileContent
  /** The content at this address never changes: browsers may cache it. */
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
 * Generates the first two parts at once: an error in them is answered like any other, and a short file is sent as one.
 * No part may hold a database connection, because a slow caller would block it.
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
  /** The signal aborts when the caller disconnects; the events end then. */
  readonly events: (hangUp: AbortSignal) => AsyncIterable<StreamEvent>

  constructor(events: (hangUp: AbortSignal) => AsyncIterable<StreamEvent>) {
    this.events = events
  }
}

export type SpecialAnswer = FileAnswer | RedirectAnswer | StreamAnswer | RowsAnswer

export function answerKindOf(output: unknown): AnswerKind {
  if (output instanceof FileAnswer) return 'file'
  if (output instanceof RedirectAnswer) return 'redirect'
  if (output instanceof StreamAnswer) return 'stream'
  return 'json'
}
