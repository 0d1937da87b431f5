import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileTexts } from './compile-texts.ts'
import { operationTable } from './operation-table.ts'
import { settingsFields } from './settings-fields.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  root: import.meta.dirname,
  // Asset URLs are relative to <base>, so that the page works under any path.
  base: './',
  define: { __FLOTILLA_VERSION__: JSON.stringify(version) },
  plugins: [react(), operationTable(), settingsFields(), compileTexts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A list of the scripts of every page would be 4 kB of the first view; pages are loaded ahead when a link is touched.
    modulePreload: false,
    // An image inside a style sheet would need data: in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Every page needs all of these: one file is smaller than several that import each other.
        codeSplitting: { groups: [{ name: 'first-view', tags: ['$initial'] }] },
      },
    },
  },
  // FLOTILLA_URL: a service running elsewhere, for work on the page alone.
  server: { proxy: { '/api': process.env.FLOTILLA_URL ?? 'http://127.0.0.1:8700' } },
})
