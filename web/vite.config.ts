import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Permission } from '../contract/client.ts'
import { compileTexts } from './compile-texts.ts'
import { settingsFields } from './settings-fields.ts'

interface Catalogue {
  operations: { name: string; effect: string; permission: Permission; requires: string | null }[]
}

/** Requirements of each operation, from the contract: a megabyte of schemas stays out of the browser. */
function requirements(): Plugin {
  const name = 'virtual:requirements'
  const catalogue = new URL('../contract/catalogue.json', import.meta.url)
  return {
    name: 'flotilla-requirements',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      const { operations } = JSON.parse(readFileSync(catalogue, 'utf8')) as Catalogue
      const requirementOf = ({ effect, permission, requires }: Catalogue['operations'][number]) =>
        JSON.stringify([effect, permission, ...(requires === null ? [] : [requires])])
      // Groups operations by requirement to keep the first view small.
      const groups = [...Map.groupBy(operations, requirementOf)].map(
        ([requirement, members]) => `[${requirement},"${members.map(({ name }) => name).join(' ')}"]`,
      )
      return `export default Object.fromEntries([${groups.join(',')}].flatMap(([requirement, names]) =>
        names.split(' ').map((name) => [name, requirement])))`
    },
  }
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  root: import.meta.dirname,
  // Asset URLs are relative to <base>, so that the page works under any path.
  base: './',
  define: { __FLOTILLA_VERSION__: JSON.stringify(version) },
  plugins: [react(), requirements(), settingsFields(), compileTexts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
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
