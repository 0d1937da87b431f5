import type { Page } from 'playwright-core'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The text of a part of the page: the card with this title, `header`, or `main` without its filters. Null if it is not there. */
export async function readPlace(page: Page, place: string): Promise<string | null> {
  const main = page.locator('#main')
  const found =
    place === 'header'
      ? main.locator('header').first()
      : place === 'main'
        ? main
        : main.locator('section.card', { has: page.getByRole('heading', { name: place, exact: true }) })
  const [text] = await found.allInnerTexts()
  return text === undefined ? null : oneLine(text)
}
