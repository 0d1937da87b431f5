import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { provideContractDocuments } from '../../../contract/documents.ts'

const Catalogue = z.object({
  operations: z.array(
    z.object({
      name: z.string(),
      summary: z.string(),
      effect: z.enum(['read', 'change', 'destroy']),
      addresses: z.array(z.unknown()),
      ability: z.string().nullish(),
      input: z.object({ properties: z.record(z.string(), z.unknown()).optional() }),
    }),
  ),
})

/** The operations as the contract describes them. A clone generates the document once; a release has it. */
export async function readCatalogue(): Promise<z.infer<typeof Catalogue>['operations']> {
  await provideContractDocuments()
  const text = await readFile(new URL('../../../contract/catalogue.json', import.meta.url), 'utf8')
  return Catalogue.parse(JSON.parse(text)).operations
}
