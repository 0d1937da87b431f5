import { expect, it } from 'vitest'
import { escaped, html, paragraphs } from './markup.ts'

it('what is put in is text, in elements and in attributes', () => {
  const text = `<script>"&'`
  expect(html`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</p>',
  )
})

it('markup, lists of it, numbers and nothing are what they are', () => {
  const items = ['a', '<'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${3}${null}${undefined}${false}`.text).toBe('<ul><li>a</li><li>&lt;</li></ul>3')
})

it('what has no shape is dropped, and no text is endless', () => {
  expect(escaped('a\u202eb\u0000c\u200dd\ud800')).toBe('abc\u200dd\ufffd')
  expect(escaped('x'.repeat(10_000))).toHaveLength(6_001)
})

it('blank lines divide paragraphs, others break them', () => {
  expect(paragraphs('a\nb\n\n<c>\n').map(({ text }) => text)).toEqual(['<p>a<br>b</p>', '<p>&lt;c&gt;<br></p>'])
})
