import { describe, expect, it } from 'vitest'
import { type MailContent, renderMail } from './render-mail.ts'

const content: MailContent = {
  paragraphs: ['Two sites are down.'],
  tables: [
    {
      title: 'Down',
      columns: ['Site', 'Reason'],
      rows: [
        ['a.example', '503'],
        ['b.example', 'timed out'],
      ],
    },
  ],
  link: { text: 'Open the dashboard', url: 'https://fleet.example/sites?a=1&b=2' },
}

it('renders the same content as text and HTML', () => {
  const { html, text } = renderMail('Uptime alert', content)
  for (const part of ['Uptime alert', 'Two sites are down.', 'Down', 'Reason', 'a.example', 'timed out']) {
    expect(html.replace(/<\/?span>/g, '')).toContain(part)
    expect(text).toContain(part)
  }
  expect(text).toContain('a.example | 503')
  expect(text).toContain('Open the dashboard: https://fleet.example/sites?a=1&b=2')
  expect(html).toContain('<a href="https://fleet.example/sites?a=1&amp;b=2">Open the dashboard</a>')
})

describe('a hostile name of a site', () => {
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;`
  const everywhere = (text: string): MailContent => ({
    paragraphs: [text],
    tables: [{ title: text, columns: [text], rows: [[text]] }],
    link: { text, url: 'https://fleet.example/' },
  })
  const tagsOf = (html: string) => [...new Set(html.match(/<\/?[a-z0-9!]+/g))].sort()

  it('is escaped', () => {
    const { html } = renderMail(hostile, everywhere(hostile))
    expect(tagsOf(html)).toEqual(tagsOf(renderMail('plain', everywhere('plain')).html))
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img src=x onerror=alert(2)&gt;&amp;amp;',
    )
  })

  it('becomes no link in a table, whatever the mail program makes of addresses', () => {
    const name = 'Pay at https://evil.example/pay or pay@evil.example'
    const { html } = renderMail('Digest', { paragraphs: [], tables: [{ columns: ['Site'], rows: [[name]] }] })
    expect(html).not.toMatch(/https:\/\/|evil\.example/)
    expect(html.replace(/<\/?span>/g, '')).toContain(name)
  })

  it('stays on one line without invisible characters', () => {
    const odd = 'one\r\n.\r\ntwo\u001b[31m\u202Eevil\u200B\u2066\0\uD800'
    const { html, text } = renderMail('Heading', everywhere(odd))
    expect(text).toContain('one . two [31mevil \uFFFD')
    for (const made of [html, text]) expect(made).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u)
  })

  it('is limited in length', () => {
    expect(renderMail('Heading', everywhere('x'.repeat(100_000))).html.length).toBeLessThan(10_000)
  })

  it('keeps the joiners that scripts and emoji need', () => {
    expect(renderMail('Heading', { paragraphs: ['می\u200cخواهم 👩\u200d🚀'] }).text).toContain(
      'می\u200cخواهم 👩\u200d🚀',
    )
  })
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', '//other.example/'])(
  'has no link to %s',
  (url) => {
    const { html, text } = renderMail('Heading', { paragraphs: [], link: { text: 'Go', url } })
    expect(html).not.toContain('<a ')
    expect(text).not.toContain('Go:')
  },
)

it('limits the number of rows and reports how many more there are', () => {
  const rows = Array.from({ length: 620 }, (_, index) => [`site-${index}.example`])
  const { html, text } = renderMail('Heading', { paragraphs: [], tables: [{ columns: ['Site'], rows }] })
  for (const made of [html.replace(/<\/?span>/g, ''), text]) {
    expect(made).toContain('site-499.example')
    expect(made).not.toContain('site-500.example')
    expect(made).toContain('… and 120 more')
  }
})
