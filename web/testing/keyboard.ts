import type { Locator, Page } from 'playwright-core'

/** Runs in the page. The focused element, and whether its focus is visible. */
const focused = `(() => {
  const element = document.activeElement
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
  const { width, height } = element.getBoundingClientRect()
  const ringed = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
  return { what: element.tagName.toLowerCase() + ' ' + name, seen: ringed && width > 0 && height > 0 }
})()`

export interface Keyboard {
  /** Presses Tab (or Shift+Tab) until this element has the focus. */
  tabTo(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Elements on the way whose focus was not visible. */
  unseen: string[]
}

const maxPresses = 120

export function keyboardOf(page: Page): Keyboard {
  const unseen: string[] = []
  return {
    unseen,
    async tabTo(target, key = 'Tab') {
      await target.waitFor()
      for (let presses = 0; presses < maxPresses; presses++) {
        await page.keyboard.press(key)
        const { what, seen } = (await page.evaluate(focused)) as { what: string; seen: boolean }
        // After the last element the focus is in the browser's own toolbar.
        if (!seen && !what.startsWith('body')) unseen.push(what)
        if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
      }
      throw new Error(`${maxPresses} presses of ${key} did not reach ${target}.`)
    },
  }
}

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.contains(element.ownerDocument.activeElement))
