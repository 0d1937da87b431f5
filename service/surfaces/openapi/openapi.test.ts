import fastify from 'fastify'
import { expect, it } from 'vitest'
import { sampleCatalogue } from '../testing/sample-catalogue.ts'
import { openApiSurface } from './openapi.ts'
import { pagePolicy } from './page/api-page.ts'

async function openSurface() {
  let reads = 0
  const operations = new Proxy(sampleCatalogue.operations, {
    get(target, key) {
      if (key === Symbol.iterator || key === 'map') reads++
      return Reflect.get(target, key)
    },
  })
  const app = fastify()
  openApiSurface(app, { ...sampleCatalogue, operations, run: () => Promise.reject(new Error('nothing runs here')) })
  return { app, reads: () => reads }
}

it('serves the document as JSON and builds it once', async () => {
  const { app, reads } = await openSurface()
  const first = await app.inject('/api/openapi.json')
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(first.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/v2/boats': {} } })
  const after = reads()
  expect((await app.inject('/api/openapi.json')).payload).toBe(first.payload)
  expect(reads()).toBe(after)
})

it('serves the page as HTML with its own policy and builds it once', async () => {
  const { app, reads } = await openSurface()
  const first = await app.inject('/api/docs')
  expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(first.headers['content-security-policy']).toBe(pagePolicy)
  expect(first.payload).toContain('<title>Flotilla API</title>')
  const after = reads()
  await app.inject('/api/docs')
  expect(reads()).toBe(after)
})
