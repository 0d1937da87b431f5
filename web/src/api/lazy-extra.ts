import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { answers, whenReachable } from './reachable.ts'

/**
 * A part that the page loads by itself and can do without. While the service is down it is missing, and loaded later; with
 * `lazy`, the failure would replace the whole page.
 */
export const lazyExtra = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    for (;;) {
      try {
        return await load()
      } catch {
        // After an upgrade the script is gone; the next page that is opened reloads the dashboard.
        if (await answers()) return { default: () => null }
        await whenReachable()
      }
    }
  })
