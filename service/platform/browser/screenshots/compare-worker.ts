import { parentPort, workerData } from 'node:worker_threads'
import { compareImages } from './compare-images.ts'

// Comparing takes tenths of a second of computing, which would block the service.
const { before, beforeAgain, after } = workerData as Record<'before' | 'beforeAgain' | 'after', Uint8Array>
parentPort?.postMessage(compareImages(before, beforeAgain, after))
