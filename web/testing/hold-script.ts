import type { Page } from 'playwright-core'

/** Scripts with such an address are not answered until the returned function is called. */
export async function holdScript(page: Page, script: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
