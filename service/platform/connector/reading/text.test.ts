import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { block, line, noteText, plainText, verbatim, webAddress } from './text.ts'

describe('text from a site', () => {
  it('has its entities decoded, once', () => {
    expect(line('a &amp;lt; b &#8217; &#x41; &hellip; &auml; &unknown; &#99999999; &constructor;', 100)).toBe(
      'a &lt; b ’ A … ä &unknown; \ufffd &constructor;',
    )
    expect(line('&#118;&#49;&#64;ex&#97;mple.com', 50)).toBe('v1@example.com')
  })

  it('contains nothing invisible, also not as entities', () => {
    expect(line('a\u0000b\u001b[2Jc\u202ed\u200be&#8238;f&#0;g\u2066\u0085', 50)).toBe('ab[2Jcdef\ufffdg')
    expect(line('one\r\n\ttwo\u2028three', 50)).toBe('one two three')
    expect(block('one\r\ntwo\u0007', 50)).toBe('one\ntwo')
  })

  it('keeps characters that scripts and emoji need', () => {
    expect(line('می‌خواهم 👨‍👩‍👧 日本 ünï', 50)).toBe('می‌خواهم 👨‍👩‍👧 日本 ünï')
  })

  it('is cut without splitting a character', () => {
    expect(line('🎉🎉🎉🎉', 4)).toBe('🎉…')
    expect(line('abcdef', 4)).toBe('abc…')
  })

  it('of any kind is well-formed, clean and within its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 100 }), (text, most) => {
        const cleaned = [line(text, most), block(text, most), plainText(text, most), noteText(text, most)]
        for (const clean of [...cleaned, verbatim(text, most)]) {
          expect(clean.isWellFormed()).toBe(true)
          expect(clean).not.toContain('\0')
          expect(clean.length).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  it('that is not text is empty', () => {
    for (const value of [null, undefined, {}, [], true, Number.NaN, Number.POSITIVE_INFINITY])
      expect(line(value, 10)).toBe('')
    expect(line(7, 10)).toBe('7')
  })

  it('from HTML is only text', () => {
    expect(
      plainText('<b>No.</b><br/>Hint: <a href="javascript:x">go</a> &amp; see<script>alert(1)</script>', 200),
    ).toBe('No. Hint: go & see')
    expect(plainText(`${'<'.repeat(50_000)}x`, 100)).toHaveLength(100)
  })

  it('of a formatted note keeps lines, lists, marks and links, and text that is no formatting', () => {
    const note =
      '<h2>Login</h2><p>At <a title="x" href="https://a.example/?a=1&amp;b=2">host</a>, <a href="javascript:x">no</a></p>' +
      '<ul><li>one</li>\n<li><em>two</em></li></ul><ol><li><b>a</b> b</li><li>c</li></ol><p>1 < 2 <x> &lt;p&gt; <a href="https://b.example">https://b.example</a></p>'
    expect(noteText(note, 500)).toBe(
      '## Login\nAt host (https://a.example/?a=1&b=2), no\n- one\n- *two*\n1. **a** b\n2. c\n1 < 2 <x> <p> https://b.example',
    )
    expect(noteText('Line one\r\n\r\nline <two>', 100)).toBe('Line one\n\nline <two>')
    expect(noteText(`${'<a '.repeat(50_000)}x`, 100)).toHaveLength(100)
  })

  it('that is sent back to the site keeps its markup and entities', () => {
    expect(verbatim('<p>a &amp; b\u0000\ud83d</p>', 100)).toBe('<p>a &amp; b\ufffd</p>')
  })

  it('is an address only if a browser would open it as a web page', () => {
    expect(webAddress('https://site.example/?a=1&#038;b=2')).toBe('https://site.example/?a=1&b=2')
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//x', 'https://a b', 'https://x/"onload=', ' ']) {
      expect(webAddress(bad)).toBe('')
    }
  })
})
