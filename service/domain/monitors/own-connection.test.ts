import { expect, it } from 'vitest'
import { OwnConnection } from './own-connection.ts'

const silence = (connection: OwnConnection, addresses: number, now = 0) => {
  for (let number = 1; number <= addresses; number++) connection.record(`203.0.113.${number}`, false, now)
}

it('is suspect when many addresses are silent and none answers', () => {
  const connection = new OwnConnection()
  silence(connection, 7)
  expect(connection.isSuspect(0)).toBe(false)
  silence(connection, 8)
  expect(connection.isSuspect(1000)).toBe(true)
})

it('counts an address once, however many sites it has', () => {
  const connection = new OwnConnection()
  for (let site = 0; site < 200; site++) connection.record('203.0.113.1', false, 0)
  expect(connection.isSuspect(0)).toBe(false)
})

it('is trusted again as soon as one address answers', () => {
  const connection = new OwnConnection()
  silence(connection, 50)
  connection.record('198.51.100.1', true, 0)
  expect(connection.isSuspect(0)).toBe(false)
})

it('is not suspect forever: a provider may be down with all its addresses', () => {
  const connection = new OwnConnection()
  silence(connection, 8)
  expect(connection.isSuspect(119_000)).toBe(true)
  expect(connection.isSuspect(120_000)).toBe(false)
  silence(connection, 8, 130_000)
  expect(connection.isSuspect(130_000)).toBe(false)
})
