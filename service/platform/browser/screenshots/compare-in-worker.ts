import { Worker } from 'node:worker_threads'
import type { Clock } from '../../clock.ts'
import { BrowserError } from '../browser-error.ts'
import type { ImageDifference } from './compare-images.ts'

const deadlineMs = 30_000
const program = new URL('compare-worker.ts', import.meta.url)

export interface ImagesToCompare {
  before: Buffer
  /** The same page again before the update. */
  beforeAgain: Buffer
  after: Buffer
}

/** Compares in a thread of its own, with a limit of memory and time. */
export async function compareInWorker(clock: Clock, images: ImagesToCompare): Promise<ImageDifference> {
  const worker = new Worker(program, { workerData: images, resourceLimits: { maxOldGenerationSizeMb: 512 } })
  const { promise, resolve, reject } = Promise.withResolvers<ImageDifference>()
  const cancel = clock.after(deadlineMs, () => reject(new BrowserError('timeout', 'Comparing took too long.')))
  const failed = () => reject(new BrowserError('failed', 'The pictures could not be compared.'))
  worker.once('message', resolve)
  worker.once('error', failed)
  worker.once('exit', failed)
  return promise.finally(() => {
    cancel()
    void worker.terminate()
  })
}
