import { newName, readKeyNames, writeKey } from './key-writer.ts'

export interface SteadyWriter {
  /** From now on: how long until a write that begins later is acknowledged. */
  untilAcknowledged(): Promise<number>
  /** Stops writing and answers what was acknowledged, and what of it is not there. */
  stop(): Promise<{ acknowledged: number; lost: string[] }>
}

/** Writes one thing after the other as long as the drill goes on; what was acknowledged must be there in the end. */
export function startSteadyWriter(url: string): SteadyWriter {
  const acknowledged: string[] = []
  let going = true
  let waiting: { since: number; resolve(ms: number): void }[] = []
  const writing = (async () => {
    while (going) {
      const [name, began] = [newName(), performance.now()]
      if (await writeKey(url, name)) {
        acknowledged.push(name)
        const heard = waiting.filter(({ since }) => since <= began)
        waiting = waiting.filter((each) => !heard.includes(each))
        for (const { since, resolve } of heard) resolve(Math.round(performance.now() - since))
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return {
    untilAcknowledged: () => new Promise((resolve) => waiting.push({ since: performance.now(), resolve })),
    async stop() {
      going = false
      await writing
      const present = await readKeyNames(url)
      return { acknowledged: acknowledged.length, lost: acknowledged.filter((name) => !present.has(name)) }
    },
  }
}
