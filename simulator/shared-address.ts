import type { IncomingMessage } from 'node:http'
import { Traffic } from './site/call-log.ts'
import type { Site } from './site/site.ts'

/** The sites on one address. Several are distinguished by path, or by the Host header. */
export class SharedAddress {
  readonly traffic = new Traffic()
  #only: Site | null = null
  #several: Map<string, Site> | null = null

  add(site: Site): void {
    if (site.location.path === '/') {
      this.#only = site
      return
    }
    this.#several ??= new Map()
    this.#several.set(site.location.path.slice(1, -1), site)
    this.#several.set(site.hostname, site)
  }

  siteFor({ url = '/', headers }: IncomingMessage): Site | undefined {
    if (!this.#several) return this.#only ?? undefined
    const folder = url.split(/[/?]/, 2)[1] ?? ''
    return this.#several.get(folder) ?? this.#several.get((headers.host ?? '').replace(/:\d+$/, ''))
  }
}
