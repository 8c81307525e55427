import { ASSETS, BUILD } from './build.ts'

const PREFIX = 'assets '
const own = PREFIX + BUILD

/** Takes from the browser's other caches what did not change since the last build. */
export async function storeAssets(): Promise<void> {
  const cache = await caches.open(own)
  await Promise.all(
    ASSETS.map(async (path) => {
      const answer = (await caches.match(path)) ?? (await fetch(path))
      if (answer.ok) await cache.put(path, answer)
    }),
  )
}

/** The build before stays: its pages may be open still, and stored ones name its files. */
export async function dropOldAssets(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own)
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)))
}

export const findAsset = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
