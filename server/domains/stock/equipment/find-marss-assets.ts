import type { Context } from '#server/http/context.ts'
import { askMarss, type MarssAnswer, tryMarss } from '#server/marss/ask-marss.ts'
import { askAssets, type MarssAsset } from '#server/marss/protocol.ts'

type Asker = Pick<Context, 'services' | 'read'>

/** How many pieces Marss has free; of nothing it is not asked. @throws 400 whatever went wrong */
export async function findMarssAssets(
  c: Asker,
  wanted: readonly { code: string; quantity: number }[],
): Promise<MarssAnswer<MarssAsset>> {
  return wanted.length === 0 ? { rows: [] } : askMarss(c, (config) => askAssets(config, wanted))
}

/** For a page, which stands without an answer and says why. */
export async function tryMarssAssets(
  c: Asker,
  codes: readonly { code: string }[],
): Promise<{ assets: MarssAsset[]; refused?: string; part?: string }> {
  const wanted = codes.map(({ code }) => ({ code, quantity: 1 }))
  const { rows, ...said } = await tryMarss(findMarssAssets(c, wanted))
  return { assets: rows, ...said }
}
