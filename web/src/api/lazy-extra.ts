import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A part that the page loads by itself and can do without. If its script cannot be loaded, it is missing until the page is
 * loaded again, because browsers do not request a failed script twice; with `lazy`, the failure would replace the page.
 */
export const lazyExtra = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => load().catch(() => ({ default: () => null })))
