import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { type LivedInHouse, openLivedInHouse } from '../../service/testing/lived-in-house.ts'
import { chromiumPath } from '../../service/testing/requirements.ts'
import { builtPage } from './built-page.ts'

export type LivedInScene = LivedInHouse & { address: string }

/** For the top of a file that only looks: the service and the built dashboard with the data of the demo. */
export function livedInScene({ sites = 5 } = {}): LivedInScene {
  const scene = {} as LivedInScene
  beforeAll(async () => {
    if (!chromiumPath) return
    const [lived] = await Promise.all([openLivedInHouse(sites), builtPage()])
    Object.assign(scene, lived)
    const { server } = lived.house.app
    await server.listen({ host: '127.0.0.1', port: 0 })
    scene.address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  afterAll(() => scene.close?.())
  return scene
}
