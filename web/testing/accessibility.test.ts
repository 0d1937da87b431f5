import { describe, expect, it } from 'vitest'
import { findingsInEveryLook, seriousFindings } from './accessibility.ts'
import { chromiumPath, howToGetChromium, openWindow } from './browser.ts'

async function finding(html: string): Promise<string[]> {
  const { page, close } = await openWindow('about:blank')
  await page.setContent(`<html lang="en"><title>A page</title><main><h1>A page</h1>${html}</main></html>`)
  const found = [...(await findingsInEveryLook(page)), ...(await seriousFindings(page))]
  await close()
  return found.map((line) => line.split(':').slice(0, 2).join(':'))
}

describe.skipIf(!chromiumPath)(`looking for barriers${chromiumPath ? '' : ` (${howToGetChromium})`}`, () => {
  it('finds none on a good page', async () => {
    expect(await finding('<p>All is well.</p>')).toEqual([])
  })

  it('finds pictures without words in light and on a phone, and pale text in light and in the dark', async () => {
    const found = await finding('<img src="x.png"><p style="color: #ccc; background: #fff">Pale</p>')
    expect(found).toEqual([
      'light: color-contrast',
      'light: image-alt',
      'dark: color-contrast',
      'phone: image-alt',
      'color-contrast: Elements must meet minimum color contrast ratio thresholds',
      'image-alt: Images must have alternative text',
    ])
  })

  it('finds what sticks out', async () => {
    expect(await finding('<div style="width: 600px">Wide</div>')).toEqual([
      expect.stringMatching(/^phone: the page is \d+ pixels wider/),
    ])
  })
})
