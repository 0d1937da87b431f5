import { csvCommand } from './csv-files.ts'

export const run = csvCommand('costs')
