import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Authorizations } from './credentials.ts'
import type { Question } from './service.ts'
import type { Block, Delays } from './watchdog.ts'

const program = fileURLToPath(new URL('service.ts', import.meta.url))

export interface Memory {
  heapUsed: number
  external: number
  rss: number
}

export interface AttackedService {
  url: URL
  onBlock(listener: (block: Block) => void): void
  /** Resolves when it ended unexpectedly. */
  ended: Promise<string>
  credentials(): Promise<Authorizations>
  /** After a garbage collection. */
  memory(): Promise<Memory>
  delays(): Promise<Delays>
  stop(): Promise<void>
}

/** Starts the service in its own process, so that measurements include nothing else. */
export async function startAttackedService(connectionString: string, masterKey: string): Promise<AttackedService> {
  const child = fork(program, [connectionString, masterKey], { execArgv: ['--expose-gc', '--max-semi-space-size=16'] })
  const ended = once(child, 'exit').then(([code, signal]) => `The service ended unexpectedly (${signal ?? code}).`)
  const listeners: ((block: Block) => void)[] = []
  const waiting = new Map<Question, (answer: never) => void>()
  const started = Promise.withResolvers<string>()
  void ended.then((sentence) => started.reject(new Error(sentence)))
  type Message = { url: string } | { block: Block } | { question: Question; answer: never }
  child.on('message', (message: Message) => {
    if ('url' in message) started.resolve(message.url)
    else if ('block' in message) for (const listener of listeners) listener(message.block)
    else waiting.get(message.question)?.(message.answer)
  })
  const send = <Answer>(question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.set(question, resolve)
      void ended.then((sentence) => reject(new Error(sentence)))
      child.send(question)
    })
  const url = new URL(await started.promise)
  return {
    url,
    onBlock: (listener) => void listeners.push(listener),
    ended,
    credentials: () => send('credentials'),
    memory: () => send('memory'),
    delays: () => send('delays'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await send('stop')
      await ended
    },
  }
}
