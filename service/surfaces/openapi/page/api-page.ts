import { hash } from 'node:crypto'
import { areaOf, headingOf } from '../area.ts'
import type { Described } from '../build-openapi.ts'
import { type Html, safeHtml, trusted } from './html.ts'
import { type Entry, renderEntry } from './operation-entry.ts'
import { pageStyle } from './page-style.ts'

/** Allows only the page's own style: no script, no image, no external content. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', pageStyle, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API reference as one page, so that the browser's search covers everything. */
export function renderApiPage(described: Described): string {
  const entries = entriesOf(described)
  const areas = [...Map.groupBy(entries, ({ area }) => area)].sort(([a], [b]) => a.localeCompare(b))
  const abilities = entries.filter(({ operation }) => operation.ability)
  const categories = [...Map.groupBy(abilities, ({ operation }) => operation.category ?? 'svc-other')].sort(
    ([a], [b]) => a.localeCompare(b),
  )
  return safeHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flotilla API</title>
<style>${trusted(pageStyle)}</style>
</head>
<body>
<div class="frame">
<nav aria-label="Contents">
<strong>Flotilla API</strong>
<a href="/api/openapi.json">openapi.json</a>
<h2>Areas</h2>
<ul>${areas.map(
    ([area, list]) => safeHtml`<li><a href="#area-${area}">${headingOf(area)} <span>${list.length}</span></a></li>
`,
  )}</ul>
${
  categories.length > 0 &&
  safeHtml`<h2>Abilities</h2>
<ul>${categories.map(
    ([
      category,
      list,
    ]) => safeHtml`<li><a href="#ability-${category}">${headingOf(category)} <span>${list.length}</span></a></li>
`,
  )}</ul>`
}
</nav>
<main>
${introduction(entries.length)}
${areas.map(
  ([area, list]) => safeHtml`<section class="area" id="area-${area}"><h2>${headingOf(area)}</h2>
${list.map(renderEntry)}</section>
`,
)}
${categories.map(renderCategory)}
</main>
</div>
</body>
</html>
`.text
}

function entriesOf({ operations, addresses }: Described): Entry[] {
  return operations
    .map((operation) => ({
      operation,
      area: areaOf(operation, addresses),
      routes: addresses
        .filter((address) => address.kind === 'route')
        .filter((address) => address.operation === operation),
      batches: addresses
        .filter((address) => address.kind === 'batch')
        .filter((address) => address.operation === operation),
    }))
    .filter(({ operation, routes, batches }) => operation.ability || routes.length > 0 || batches.length > 0)
}

const introduction = (count: number) => safeHtml`<h1>The API</h1>
<p class="lead">${count} operations behind two surfaces: REST v2 under <code>/api/v2</code>, which wraps answers in
<code>{"success": 1, "data": …}</code>, and the ability API under <code>/api/v1</code>, which runs operations by name and takes
<code>{"input": {…}}</code>. Every failure has the shape <code>{"code", "message", "data": {"status"}}</code>. What changes something takes
<code>dry_run: true</code>; what cannot be undone needs <code>confirm: true</code>, which a DELETE over REST says by itself.
Use the search of your browser to find a field, a path or a code.</p>
<pre><code>export FLOTILLA=https://your-flotilla.example
export FLOTILLA_KEY=…   # an API key</code></pre>
`

function renderCategory([category, entries]: [string, Entry[]]): Html {
  return safeHtml`<section class="area" id="ability-${category}"><h2>Abilities: ${headingOf(category)}</h2>
<table><tbody>${entries.map(
    ({
      operation,
    }) => safeHtml`<tr><td><a href="#${operation.name}"><code>${operation.ability}</code></a></td><td>${operation.summary}</td></tr>
`,
  )}</tbody></table></section>
`
}
