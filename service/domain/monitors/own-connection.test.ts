import { expect, it } from 'vitest'
import { OwnConnection } from './own-connection.ts'

const silence = (connection: OwnConnection, addresses: number, now = 0) => {
  for (let number = 1; number <= addresses; number++) connection.note(`203.0.113.${number}`, false, now)
}

it('is doubted when many addresses are silent and nobody answers', () => {
  const connection = new OwnConnection()
  silence(connection, 7)
  expect(connection.isDoubtful(0)).toBe(false)
  silence(connection, 8)
  expect(connection.isDoubtful(1000)).toBe(true)
})

it('one address is one address, however many sites it has', () => {
  const connection = new OwnConnection()
  for (let site = 0; site < 200; site++) connection.note('203.0.113.1', false, 0)
  expect(connection.isDoubtful(0)).toBe(false)
})

it('is trusted again as soon as somebody answers', () => {
  const connection = new OwnConnection()
  silence(connection, 50)
  connection.note('198.51.100.1', true, 0)
  expect(connection.isDoubtful(0)).toBe(false)
})

it('is not doubted for ever: a provider may really be down with all its addresses', () => {
  const connection = new OwnConnection()
  silence(connection, 8)
  expect(connection.isDoubtful(119_000)).toBe(true)
  expect(connection.isDoubtful(120_000)).toBe(false)
  silence(connection, 8, 130_000)
  expect(connection.isDoubtful(130_000)).toBe(false)
})
