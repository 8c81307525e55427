import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { askMarss } from '#server/marss/call.ts'
import { marssKey } from '#server/marss/key.ts'
import { askAssets, type MarssAsset } from '#server/marss/protocol.ts'

type Asker = Pick<Context, 'services' | 'read'>

/** How many pieces Marss has free; of nothing it is not asked. @throws 400 whatever went wrong */
export async function findMarssAssets(
  c: Asker,
  wanted: readonly { code: string; quantity: number }[],
): Promise<MarssAsset[]> {
  if (wanted.length === 0) return []
  const { config, encryption } = c.services
  const key = c.read((db) => marssKey(db, encryption))
  return askMarss(config, key, askAssets(config, wanted))
}

/** For a page, which stands without an answer and says why. */
export async function tryMarssAssets(
  c: Asker,
  codes: readonly { code: string }[],
): Promise<{ assets: MarssAsset[]; refused?: string }> {
  try {
    const wanted = codes.map(({ code }) => ({ code, quantity: 1 }))
    return { assets: await findMarssAssets(c, wanted) }
  } catch (error) {
    if (error instanceof Problem) return { assets: [], refused: error.message }
    throw error
  }
}
