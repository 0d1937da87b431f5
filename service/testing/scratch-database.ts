import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

export interface ScratchDatabase {
  connectionString: string
  /** Runs a query on a separate connection. */
  // biome-ignore lint/suspicious/noExplicitAny: the assertion checks the type
  query(text: string, values?: unknown[]): Promise<any[]>
  drop(): Promise<void>
}

/** An empty database on the server of this test run, without migrations unless it is a copy of another one. */
export async function createScratchDatabase(template = 'template0'): Promise<ScratchDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const connectionString = urlOf(name)
  await query(urlOf('postgres'), `create database ${name} template ${template}`)
  return {
    connectionString,
    query: (text, values) => query(connectionString, text, values),
    async drop() {
      // Without force it waits for closing connections: a terminated one without a listener ends the process.
      const drop = (how: string) => query(urlOf('postgres'), `drop database if exists ${name} ${how}`)
      await drop('').catch(() => drop('with (force)'))
    },
  }
}

const urlOf = (database: string) => inject('scratchPostgres').replace('%7Bdatabase%7D', database)

async function query(connectionString: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
