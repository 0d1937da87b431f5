import type { Locator, Page } from 'playwright-core'

/** What has the focus, and whether one sees it; runs in the page. */
const focused = `(() => {
  const element = document.activeElement
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
  const { width, height } = element.getBoundingClientRect()
  const ringed = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
  return { what: element.tagName.toLowerCase() + ' ' + name, seen: ringed && width > 0 && height > 0 }
})()`

export interface Keyboard {
  /** Presses Tab (or Shift+Tab) until this has the focus, as somebody without a mouse does. */
  tabTo(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** What had the focus on the way without looking like it. */
  unseen: string[]
}

const patience = 120

export function keyboardOf(page: Page): Keyboard {
  const unseen: string[] = []
  return {
    unseen,
    async tabTo(target, key = 'Tab') {
      await target.waitFor()
      for (let presses = 0; presses < patience; presses++) {
        await page.keyboard.press(key)
        const { what, seen } = (await page.evaluate(focused)) as { what: string; seen: boolean }
        // Between the last thing and the first the browser's own bar has its turn.
        if (!seen && !what.startsWith('body')) unseen.push(what)
        if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
      }
      throw new Error(`${patience} presses of ${key} did not reach ${target}.`)
    },
  }
}

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.contains(element.ownerDocument.activeElement))
