import { readFile } from 'node:fs/promises'
import { buildOpenApi, type Described } from '../surfaces/openapi/build-openapi.ts'
import { clientTypes } from './client-types.ts'
import { describeCatalogue } from './describe-catalogue.ts'

/** The files in `contract/`: file name → content. The same catalogue always gives the same bytes. */
export function contractFiles({ operations, addresses, messages }: Described): Record<string, string> {
  return {
    'catalogue.json': toJson(describeCatalogue({ operations, addresses })),
    'client.ts': clientTypes({ operations, addresses }),
    'openapi.json': toJson(buildOpenApi({ operations, addresses, ...(messages && { messages }) })),
  }
}

/** Reports each file in the folder that differs from the catalogue, and what to do. */
export async function findStale(folder: URL, files: Record<string, string>): Promise<string[]> {
  const problems: string[] = []
  for (const [name, expected] of Object.entries(files)) {
    const present = await readFile(new URL(name, folder), 'utf8').catch(() => null)
    if (present === expected) continue
    const state = present === null ? 'is missing' : `is stale (${firstDifference(present, expected)})`
    problems.push(`contract/${name} ${state}: run "npm run generate" and commit the result.`)
  }
  return problems
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function firstDifference(present: string, expected: string): string {
  const lines = present.split('\n')
  const expectedLines = expected.split('\n')
  const index = expectedLines.findIndex((line, at) => line !== lines[at])
  const line = index === -1 ? expectedLines.length : index
  return `line ${line + 1} should be: ${(expectedLines[line] ?? 'the end').trim().slice(0, 100)}`
}
