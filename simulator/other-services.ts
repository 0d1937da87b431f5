import type { IncomingMessage } from 'node:http'
import { Traffic } from './site/bookkeeping.ts'
import type { Site } from './site/site.ts'

/** The sites on one address. Where there are several they are told apart by path, or by the Host header. */
export class Neighbourhood {
  readonly traffic = new Traffic()
  #only: Site | null = null
  #several: Map<string, Site> | null = null

  add(site: Site): void {
    if (site.place.path === '/') {
      this.#only = site
      return
    }
    this.#several ??= new Map()
    this.#several.set(site.place.path.slice(1, -1), site)
    this.#several.set(site.hostname, site)
  }

  siteFor({ url = '/', headers }: IncomingMessage): Site | undefined {
    if (!this.#several) return this.#only ?? undefined
    const folder = url.split(/[/?]/, 2)[1] ?? ''
    return this.#several.get(folder) ?? this.#several.get((headers.host ?? '').replace(/:\d+$/, ''))
  }
}
