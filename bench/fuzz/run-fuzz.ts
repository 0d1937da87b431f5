import { openDatabase } from '../../service/platform/database/database.ts'
import { createSecrets } from '../../service/platform/secrets.ts'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { startFleet } from '../../simulator/index.ts'
import { type AttackedService, startAttackedService } from './attacked-service.ts'
import type { Authorizations } from './credentials.ts'
import { FuzzResult, maxBlockMs } from './fuzz-result.ts'
import { type FuzzRequest, makeRequest } from './requests.ts'
import { seedRecords } from './seed-records.ts'
import { type Received, send } from './send.ts'

export interface FuzzOptions {
  connectionString: string
  seed: string
  seconds: number
  requests: number
  /** Requests at once. */
  concurrency?: number
  /** Repeats only this request. */
  only?: number
  /** Requests that are sent although the time is used up, as on a busy machine. */
  leastRequests?: number
  print?: (line: string) => void
}

const masterKey = 'a master key for the fuzzer only, long enough'
const warmUpRequests = 300
const renewEvery = 3_000

/** Sends requests until the time or their number is used up. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { connectionString, print = () => {} } = options
  const service = await startAttackedService(connectionString, masterKey)
  const fleet = await startFleet({ sites: 6, baseAddress: '127.78.0.1', payload: 4_000 })
  const db = openDatabase({ connectionString, max: 2 })
  try {
    await seedConnectedFleet({ db, secrets: createSecrets([masterKey]) }, fleet)
    await seedRecords(db.pool)
    const attack = new Attack(service, options, print)
    await attack.run()
    await attack.confirm()
    return attack.result
  } finally {
    await service.stop().catch(() => {})
    await fleet.close()
    await db.destroy()
  }
}

class Attack {
  readonly result: FuzzResult
  readonly #service: AttackedService
  readonly #options: FuzzOptions
  readonly #say: (line: string) => void
  #authorizations!: Authorizations
  #next = 0
  /** Requests the service may be busy with: running, or just answered. */
  readonly #underWay = new Set<number>()
  #justAnswered: number[] = []
  #blocks: number[] = []

  constructor(service: AttackedService, options: FuzzOptions, print: (line: string) => void) {
    this.#service = service
    this.#options = options
    this.#say = print
    this.result = new FuzzResult(options.seed)
    service.onBlock((block) => {
      this.#blocks.push(block.cpuMs)
      this.result.addBlock(block, [...this.#underWay, ...this.#justAnswered])
    })
  }

  async run(): Promise<void> {
    const { seconds, requests, leastRequests = 0, concurrency = 4, only } = this.#options
    this.#authorizations = await this.#service.credentials()
    let deadline = performance.now() + seconds * 1000
    let reportedAt = performance.now()
    const mayGoOn = () => this.#next < requests && (this.#next < leastRequests || performance.now() < deadline)
    const attacker = async (until: () => boolean) => {
      while (until()) {
        const number = this.#next++
        await this.#attack(makeRequest(this.#options.seed, only ?? number))
        if (number % renewEvery === renewEvery - 1) this.#authorizations = await this.#service.credentials()
        if (performance.now() - reportedAt < 30_000) continue
        reportedAt = performance.now()
        this.#say(this.result.progress())
      }
    }
    const attackers = (until: () => boolean) =>
      Promise.race([
        Promise.all(Array.from({ length: concurrency }, () => attacker(until))),
        this.#service.ended.then((sentence) =>
          Promise.reject(new Error(`${sentence} Running requests: ${[...this.#underWay]}.`)),
        ),
      ])
    // Memory is measured after all code was loaded once.
    await attackers(() => mayGoOn() && this.#next < warmUpRequests)
    const before = await this.#service.memory()
    deadline = Math.max(deadline, performance.now() + 1)
    await attackers(mayGoOn)
    this.result.setMemory(before, await this.#service.memory())
    this.result.delays = await this.#service.delays()
  }

  async #attack(request: FuzzRequest): Promise<Received> {
    this.#underWay.add(request.number)
    const received = await send(this.#service.url, request, this.#authorizations[request.credential])
    this.#underWay.delete(request.number)
    this.#justAnswered = [request.number, ...this.#justAnswered.slice(0, 5)]
    this.result.add(request, received)
    return received
  }

  /** Repeats suspected requests alone, to exclude the effect of others. */
  async confirm(): Promise<void> {
    for (const suspect of this.result.suspects()) {
      const request = makeRequest(this.#options.seed, suspect)
      let cost = await this.#costOf(request)
      // Repeated when slow: a garbage collection may have run meanwhile.
      for (let attempt = 0; attempt < 2 && cost > maxBlockMs; attempt++)
        cost = Math.min(cost, await this.#costOf(request))
      this.result.confirmBlock(request, cost)
    }
    await this.#reduceFailures()
  }

  async #costOf(request: FuzzRequest): Promise<number> {
    await this.#service.memory()
    this.#blocks = []
    await send(this.#service.url, request, this.#authorizations[request.credential])
    await this.#service.delays()
    return Math.max(0, ...this.#blocks)
  }

  /** The smallest text that still fails shows the reason best. */
  async #reduceFailures(): Promise<void> {
    for (const { request } of this.result.failures) {
      for (const size of [1, 20, 300, 4_000]) {
        const smaller = makeRequest(this.#options.seed, request.number, size)
        const { status } = await send(this.#service.url, smaller, this.#authorizations[smaller.credential])
        if (status !== 500) continue
        this.result.setSmallest(request.number, size, smaller)
        break
      }
    }
  }
}
