import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { embeddedReplies } from '#server/http/embedded.ts'
import { logFailure } from '#server/log.ts'
import type { Replies } from './types.ts'

const root = join(import.meta.dir, '../..')
const NONE: Replies = { calls: {}, named: {} }

let loading: Promise<Replies> | undefined

/** Where they cannot be found, as without the compiler, calls are described without what they answer. */
export function loadReplies(): Promise<Replies> {
  loading ??= readReplies().catch((error) => {
    logFailure('replies', error)
    return NONE
  })
  return loading
}

const readReplies = async (): Promise<Replies> => Bun.file(embeddedReplies ?? (await makeReplies())).json()

/** In a process of its own, since the compiler works for seconds; once for each state of the source. */
export async function makeReplies(): Promise<string> {
  const path = join(root, 'node_modules/.cache/joblane', `replies-${await sourceHash()}.json`)
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  const made = `${path}.${process.pid}`
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'write-replies.ts'), made], {
    cwd: root,
    stderr: 'pipe',
  })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`What calls answer cannot be read off the types: ${said}`)
  renameSync(made, path)
  return path
}

async function sourceHash(): Promise<string> {
  const paths = await Array.fromAsync(new Bun.Glob('{server,db,views}/**/*.{ts,tsx}').scan(root))
  const hash = new Bun.CryptoHasher('sha1')
  for (const path of [...paths.sort(), 'package.json'])
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  return hash.digest('hex').slice(0, 16)
}
