import type { Page } from 'playwright-core'

/**
 * The texts of parts of the page: the card with this title, `header`, or `main` without its filters. Null if it is not there.
 * One call for all of them: finding each card by its role takes longer than loading the page.
 */
export const readPlaces = (page: Page, places: readonly string[]): Promise<(string | null)[]> =>
  page.evaluate(`(${read})(${JSON.stringify(places)})`)

/** Runs in the page. */
const read = `(places) => {
  const oneLine = (text) => text.replaceAll(/\\s+/g, ' ').trim()
  const main = document.querySelector('#main')
  const titles = [...main.querySelectorAll('section.card :is(h1, h2, h3, h4, h5, h6)')]
    .filter((title) => title.checkVisibility({ visibilityProperty: true }))
  const find = (place) => {
    if (place === 'main') return main
    if (place === 'header') return main.querySelector('header')
    return titles.find((title) => oneLine(title.textContent) === place)?.closest('section.card')
  }
  return places.map((place) => {
    const found = find(place)
    return found ? oneLine(found.innerText) : null
  })
}`
