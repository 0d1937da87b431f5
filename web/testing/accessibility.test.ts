import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes, seriousFindings } from './accessibility.ts'
import { openWindow } from './browser.ts'

const pageWith = (html: string) => `<html lang="en"><title>A page</title><main><h1>A page</h1>${html}</main></html>`

async function finding(html: string): Promise<string[]> {
  const { page, close } = await openWindow('about:blank')
  await page.setContent(pageWith(html))
  const found = [...(await findingsInAllModes(page)), ...(await seriousFindings(page))]
  await close()
  return found.map((line) => line.split(':').slice(0, 2).join(':'))
}

describeIf(chromiumRequirement)('accessibility checks', () => {
  it('report nothing on an accessible page', async () => {
    expect(await finding('<p>All is well.</p>')).toEqual([])
  })

  it('report images without text, and low contrast in light and dark mode', async () => {
    const found = await finding('<img src="x.png"><p style="color: #ccc; background: #fff">Pale</p>')
    expect(found).toEqual([
      'light: color-contrast',
      'light: image-alt',
      'dark: color-contrast',
      'color-contrast: Elements must meet minimum color contrast ratio thresholds',
      'image-alt: Images must have alternative text',
    ])
  })

  it('report what only a phone shows: elements hidden before, small targets and regions that scroll there', async () => {
    const style = (rules: string, onPhone: string) =>
      `<style>.part { ${rules} } @media (max-width: 500px) { .part { ${onPhone} } }</style>`
    const image = '<div class="part"><p><img src="x.png"></p></div>'
    expect(await finding(style('display: none', 'display: block') + image)).toEqual(['phone: image-alt'])
    const small = 'padding: 0; border: 0; width: 8px; height: 8px; font-size: 4px; overflow: hidden'
    const buttons = '<div><button class="part">A</button><button class="part">B</button></div>'
    expect(await finding(style('padding: 20px', small) + buttons)).toEqual(['phone: target-size'])
    const tall = `<div class="part" style="overflow: auto">${'<p>Words</p>'.repeat(9)}</div>`
    expect(await finding(style('height: auto', 'height: 60px') + tall)).toEqual(['phone: scrollable-region-focusable'])
  })

  it('report large targets that cover each other, but not large ones side by side or small ones alone', async () => {
    const button = (width: number, margin: number) =>
      `<button style="padding: 0; border: 0; width: ${width}px; height: 30px; margin: 0 0 0 ${margin}px">A</button>`
    const row = (...buttons: string[]) => `<div style="display: flex; margin: 40px">${buttons.join('')}</div>`
    expect(await finding(row(button(30, 0), button(30, 0)) + row(button(8, 0)))).toEqual([])
    expect(await finding(row(button(30, 0), button(30, -20)))).toEqual([
      'light: target-size',
      'phone: target-size',
      expect.stringMatching(/^target-size: /),
    ])
  })

  it('measure targets where no bar has scrolled over them', async () => {
    const { page, close } = await openWindow('about:blank')
    const button = (style: string) => `<button style="display: block; width: 90px; height: 38px; ${style}">A</button>`
    const bar = button('position: sticky; top: 0')
    await page.setContent(pageWith(`${bar}<p>Words</p>${button('')}<div style="height: 3000px"></div>`))
    const half = `scrollTo(0, document.querySelectorAll('button')[1].offsetTop - 20)`
    await page.evaluate(half)
    const before = await page.evaluate('scrollY')
    expect([await seriousFindings(page), await findingsInAllModes(page)]).toEqual([[], []])
    expect(await page.evaluate('scrollY')).toBe(before)
    await close()
  })

  it('check the sidebar once per window and the rest on every page', async () => {
    const { page, close } = await openWindow('about:blank')
    const check = async (frame: string, html: string) => {
      await page.setContent(pageWith(`<nav class="sidebar">${frame}</nav>${html}`))
      return (await findingsInAllModes(page)).map((line) => line.split(':').slice(0, 2).join(':'))
    }
    const [bad, pale] = ['<img src="x.png">', '<p style="color: #ccc; background: #fff">Pale</p>']
    expect(await check(bad + pale, '')).toEqual(['light: color-contrast', 'light: image-alt', 'dark: color-contrast'])
    expect(await check(bad, pale)).toEqual(['light: color-contrast', 'dark: color-contrast'])
    await close()
  })

  it('report low contrast of small, covered, faded and enabled texts', async () => {
    const { page, close } = await openWindow('about:blank')
    const check = async (html: string) => {
      await page.setContent(pageWith(html))
      return (await seriousFindings(page)).map((line) => line.replace(/^.*: </, '<'))
    }
    const text = (style: string, content = 'Words') => `<p style="margin: 0; ${style}">${content}</p>`
    const [grey, over] = ['color: #666; background: #fff', 'color: #666; position: relative']
    const good = `${text(grey)}${text('color: #888; font-size: 32px')}<div>${text(over)}</div>`
    expect(await check(`${good}<button disabled style="color: #ccc; background: #fff">Later</button>`)).toEqual([])
    const bad = [
      text('color: #888', 'Small'),
      `<div style="background: #888">${text(over, 'On another background')}</div>`,
      `<div style="position: relative"><i style="position: absolute; inset: 0; background: #888"></i>${text(over, 'Over it')}</div>`,
      `<div style="opacity: 0.4">${text(grey, 'Faded')}</div>`,
      `<button style="color: #ccc; background: #fff">Now</button>`,
    ]
    for (const html of bad) {
      const text = html.match(/>([\w ]+)</)![1]!
      expect(await check(good + html), html).toEqual([expect.stringContaining(text)])
    }
    await close()
  })

  it('report a cell of a card that covers the next one', async () => {
    const cell = (width: number) =>
      `<td data-title="Until" style="display: block; width: 150px"><p style="width: ${width}px">Words</p></td>`
    const card = (width: number) => `<table class="table"><tbody><tr>${cell(width)}</tr></tbody></table>`
    expect(await finding(card(150))).toEqual([])
    expect(await finding(card(200))).toEqual(['phone: the cell “Until” does not hold what is in it'])
  })

  it('report a page that is wider than its window', async () => {
    expect(await finding('<div style="width: 600px">Wide</div>')).toEqual([
      expect.stringMatching(/^phone: the page is \d+ pixels wider/),
    ])
  })
})
