import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { provideContractDocuments } from '../contract/documents.ts'
import { compileTexts } from './compile-texts.ts'
import { operationTable } from './operation-table.ts'
import { settingsFields } from './settings-fields.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

// Plug-ins below read them.
await provideContractDocuments()

const partsOfLists = [
  ...['ui/table/', 'ui/badge.', 'ui/status-texts.', 'ui/notice.', 'ui/condition-', 'ui/format/', 'ui/site-name.'],
  ...['ui/form/picker.', 'ui/form/filter-select.', 'fleet/named-picker.', 'fleet/site-choice.'],
].map((path) => `/web/src/${path}`)
const iconsOfLists = [
  'ChevronUp',
  'ChevronLeft',
  'ChevronRight',
  'Columns3',
  'DotsVertical',
  'Eye',
  'Filter',
  'InfoCircle',
  'PlayerPlay',
  'Plus',
  'Trash',
].map((name) => `/Icon${name}.mjs`)
/** What the Sites page shares with the page of a site, in one file instead of nine. */
const partsOfSites = [
  ...['sites/site-condition-texts.', 'sites/site-labels.', 'sites/sites-texts.', 'sites/figure.', 'sites/site-avatar.'],
  ...['sites/open-admin.', 'views/view-texts.', 'vulnerabilities/vulnerable-'],
].map((path) => `/web/src/${path}`)
const isPartOfSites = (id: string): boolean => partsOfSites.some((path) => id.includes(path))
const isPartOfLists = (id: string): boolean =>
  partsOfLists.some((path) => id.includes(path)) || iconsOfLists.some((name) => id.endsWith(name))

export default defineConfig({
  root: import.meta.dirname,
  // Asset URLs are relative to <base>, so that the page works under any path.
  base: './',
  define: { __FLOTILLA_VERSION__: JSON.stringify(version) },
  plugins: [react(), operationTable(), settingsFields(), compileTexts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Read by write-preloads.ts.
    manifest: true,
    target: 'es2023',
    // A list of the scripts of every page would be 4 kB of the first view: the service names those of the opened page (write-preloads.ts),
    // others are loaded ahead when a link is touched.
    modulePreload: false,
    // An image inside a style sheet would need data: in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Every page needs all of these: one file is smaller than several that import each other.
        codeSplitting: {
          groups: [
            { name: 'first-view', tags: ['$initial'], priority: 2 },
            // Nearly every list needs most of these small files: each file costs a request, and a slow line a round trip for every six.
            { name: 'lists', test: isPartOfLists, priority: 1 },
            { name: 'sites', test: isPartOfSites, priority: 1 },
          ],
        },
      },
    },
  },
  // FLOTILLA_URL: a service running elsewhere, for work on the page alone.
  server: { proxy: { '/api': process.env.FLOTILLA_URL ?? 'http://127.0.0.1:8700' } },
})
