import { expect, it } from 'vitest'
import { fleetStates } from '../../service/testing/fleet-states.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { isAddressOf, readRoutes } from '../testing/every-address.ts'
import { followLink } from '../testing/follow-link.ts'
import { readPlaces } from '../testing/truth/places.ts'
import { setUpTruth } from '../testing/truth/set-up-truth.ts'
import { notShown, pagesWithoutSummary, truthTable } from '../testing/truth/table.ts'
import { readToast, toastTable } from '../testing/truth/toasts.ts'

const truth = setUpTruth()

describeIf(chromiumRequirement)('summaries of a fleet', () => {
  it.each(fleetStates)(
    'are true: %s',
    async (state) => {
      const { window, close } = await truth.open(state)
      const wrong: string[] = []
      for (const [address, places] of Object.entries(truthTable)) {
        if (Object.values(places).every((row) => row[state] === notShown)) continue
        await followLink(window.page, address)
        await window.page.locator('h1').waitFor()
        await window.settled()
        const texts = await readPlaces(window.page, Object.keys(places))
        for (const [index, [place, row]] of Object.entries(places).entries()) {
          const text = texts[index]!
          const expected = row[state]
          const isTrue = expected === notShown ? text === null : [expected].flat().every((part) => text?.includes(part))
          if (!isTrue) wrong.push(`${address}, ${place}: ${text}`)
        }
      }
      for (const [name, { act, says }] of Object.entries(toastTable)) {
        const expected = says[state]
        if (expected === notShown) continue
        await act(window.page)
        const text = await readToast(window.page)
        if (!text.startsWith(expected)) wrong.push(`message of “${name}”: ${text}`)
      }
      await close()
      expect(wrong).toEqual([])
    },
    600_000,
  )
})

describeIf(chromiumRequirement)('the list of sites', () => {
  it('shows the age of old data in full at a width of 1280 pixels', async () => {
    const { window, close } = await truth.open('stale')
    await followLink(window.page, '/sites')
    const ages = window.page.getByText(/^Synced \d+ days ago$/)
    await ages.first().waitFor()
    const hidden = await ages.evaluateAll((elements) => {
      // The types of a browser do not exist here.
      const lines = elements as unknown as {
        parentElement: { scrollWidth: number; clientWidth: number }
        textContent: string
      }[]
      return lines
        .filter(({ parentElement: line }) => line.scrollWidth > line.clientWidth)
        .map(({ textContent }) => textContent)
    })
    await close()
    expect(hidden).toEqual([])
  }, 120_000)
})

it('every page is in the table of summaries, or has a reason why not', async () => {
  const paths = Object.keys(truthTable).map((address) => address.split('?')[0]!)
  const isKnown = (route: string) => route in pagesWithoutSummary || paths.some((path) => isAddressOf(route, path))
  const routes = await readRoutes()
  expect(routes.filter((route) => !isKnown(route))).toEqual([])
  expect(Object.keys(pagesWithoutSummary).filter((route) => !routes.includes(route))).toEqual([])
})
