import { expect, it } from 'vitest'
import { escapeText, html, paragraphs } from './markup.ts'

it('escapes values in elements and attributes', () => {
  const text = `<script>"&'`
  expect(html`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</p>',
  )
})

it('inserts markup, lists, numbers and nothing', () => {
  const items = ['a', '<'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${3}${null}${undefined}${false}`.text).toBe('<ul><li>a</li><li>&lt;</li></ul>3')
})

it('removes invisible characters and cuts long texts', () => {
  expect(escapeText('a\u202eb\u0000c\u200dd\ud800')).toBe('abc\u200dd\ufffd')
  expect(escapeText('x'.repeat(10_000))).toHaveLength(6_001)
})

it('separates paragraphs at blank lines and breaks lines at others', () => {
  expect(paragraphs('a\nb\n\n<c>\n').map(({ text }) => text)).toEqual(['<p>a<br>b</p>', '<p>&lt;c&gt;<br></p>'])
})
