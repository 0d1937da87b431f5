import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '../../../operation/address.ts'
import { operation } from '../../../operation/operation.ts'
import { sampleCatalogue } from '../../testing/sample-catalogue.ts'
import { pagePolicy, renderApiPage } from './api-page.ts'
import { safeHtml } from './html.ts'

const page = renderApiPage(sampleCatalogue)

/** The text of the page about one operation. */
function entry(name: string): string {
  const start = page.indexOf(`<article id="${name}">`)
  const text = page.slice(start, page.indexOf('</article>', start)).replace(/<[^>]+>/g, ' ')
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replace(/\s+/g, ' ')
}

describe('an entry', () => {
  it('describes the operation, its addresses and its effect', () => {
    expect(entry('paint-boat')).toContain(
      'Paint boat changes sites.manage Paint a boat. PUT /api/v2/boats/{id}/paint also PATCH',
    )
    expect(entry('get-boat')).toContain('module harbour')
    expect(entry('get-boat')).toContain('POST /api/v1/abilities/svc/get-boat-v1/run also GET')
    expect(entry('sink-boat')).toContain('cannot be undone')
    expect(entry('sink-boat')).toContain('batch boats.delete')
  })

  it('lists the input: name, type, required, default, allowed values', () => {
    expect(entry('paint-boat')).toContain('boat_id in the path: {id} integer yes at least 1')
    expect(entry('paint-boat')).toContain('colour also: color text yes red, blue · The new "colour".')
    expect(entry('paint-boat')).toContain('coats over REST: layers integer no 2 1–9')
    expect(entry('paint-boat')).toContain('dry_run true or false no false')
    expect(entry('get-boat')).not.toContain('dry_run')
    expect(entry('sink-boat')).toContain('confirm true or false yes')
  })

  it('lists the output, including fields of list elements', () => {
    expect(entry('list-boats')).toContain('items list of object items[].id integer items[].name text')
    expect(entry('export-boats')).toContain('Answers a file to download.')
    expect(entry('board-boat')).not.toContain('session_token')
  })

  it('has a command line with the required fields', () => {
    expect(entry('paint-boat')).toContain(
      `curl -X PUT "$FLOTILLA/api/v2/boats/1/paint" \\ -H "Authorization: Bearer $FLOTILLA_KEY" \\ -H 'Content-Type: application/json' \\ -d '{"colour":"red"}'`,
    )
    expect(entry('board-boat')).not.toContain('Authorization')
  })

  it('lists the errors', () => {
    expect(entry('sink-boat')).toContain('400 svc_invalid_input 400 svc_confirmation_required 401 svc_unauthorized')
    expect(entry('get-boat')).toContain('501 svc_module_not_available')
  })
})

describe('the page', () => {
  it('groups by area and by ability category', () => {
    expect(page).toContain('<a href="#area-boats">Boats <span>7</span></a>')
    expect(page).toContain('<section class="area" id="area-boats">')
    expect(page).toContain('<section class="area" id="ability-svc-sites"><h2>Abilities: Sites</h2>')
  })

  it('has no script, no external content, and exactly the style its policy allows', () => {
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page)!
    expect(pagePolicy).toContain(`style-src 'sha256-${hash('sha256', style!, 'base64')}'`)
    expect(pagePolicy).not.toContain('unsafe')
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=|<link|<img|url\(|@import|src=/)
  })

  it('escapes all text', () => {
    const nasty = `"><script>alert('x')</script>&`
    const hostile = operation({
      name: 'hostile',
      summary: nasty,
      label: nasty,
      effect: 'read',
      permission: 'sites.read',
      requires: nasty,
      input: z.strictObject({ [nasty]: z.enum([nasty]).default(nasty).describe(nasty) }),
      output: z.object({ [nasty]: z.literal(nasty) }),
    }).does(async () => ({ [nasty]: nasty }))
    const addresses = [route('GET /hostile', hostile, { names: { [nasty]: nasty } })]
    const text = renderApiPage({ operations: [hostile], addresses })
    expect(text).not.toContain('<script>')
    expect(text.match(/&quot;&gt;&lt;script&gt;alert\(&#39;x&#39;\)&lt;\/script&gt;&amp;/g)!.length).toBeGreaterThan(5)
  })
})

it('escapes once, and not what is markup already', () => {
  expect(
    safeHtml`<b>${'<i>'}</b>${safeHtml`<i>${'&'}</i>`}${[safeHtml`<u></u>`, '"']}${undefined}${false}${0}`.text,
  ).toBe('<b>&lt;i&gt;</b><i>&amp;</i><u></u>&quot;0')
})
