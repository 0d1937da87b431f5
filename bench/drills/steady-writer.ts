import { newName, readKeyNames, writeKey } from './key-writer.ts'

export interface SteadyWriter {
  /** Milliseconds from the death of the process that `kill` reports until a later write is acknowledged. */
  untilWritten(kill: (onDead: () => void) => Promise<void>): Promise<number>
  /** Stops writing; returns the number of acknowledged writes and those that are missing. */
  stop(): Promise<{ acknowledged: number; lost: string[] }>
}

/** Writes continuously during the drill; no acknowledged write may be missing at the end. */
export function startSteadyWriter(url: string): SteadyWriter {
  const acknowledged: string[] = []
  let going = true
  let waiting: { since: number; resolve(ms: number): void }[] = []
  const writing = (async () => {
    while (going) {
      const [name, began] = [newName(), performance.now()]
      if (await writeKey(url, name)) {
        acknowledged.push(name)
        const resolved = waiting.filter(({ since }) => since <= began)
        waiting = waiting.filter((each) => !resolved.includes(each))
        for (const { since, resolve } of resolved) resolve(Math.round(performance.now() - since))
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return {
    async untilWritten(kill) {
      const written = Promise.withResolvers<number>()
      await kill(() => waiting.push({ since: performance.now(), resolve: written.resolve }))
      return written.promise
    },
    async stop() {
      going = false
      await writing
      const present = await readKeyNames(url)
      return { acknowledged: acknowledged.length, lost: acknowledged.filter((name) => !present.has(name)) }
    },
  }
}
