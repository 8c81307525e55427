import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Choices } from './choices.ts'
import type { ImportProblem } from './problem.ts'
import type { Look } from './read-list.ts'
import type { Count } from './write.ts'
import type { Options } from './writing.ts'

/** What a trial run found. `more` problems are counted, and not kept. */
export type Trial = { counts: Count; rows: number; problems: ImportProblem[]; more: number }

/** A file on its way in: nothing of it is in the account yet. */
export type Draft = {
  id: string
  noun: string
  filename: string
  look: Look
  choices: Choices
  match: Options['match']
  trial?: Trial
}

/** Files on their way in, `imports/<account id>/` in the data folder: bytes as they came, and beside them what was chosen. */
export type Drafts = {
  add(accountid: string, draft: Draft, bytes: Uint8Array): Promise<void>
  read(accountid: string, id: string): Draft | null
  save(accountid: string, draft: Draft): Promise<void>
  bytes(accountid: string, id: string): Uint8Array | null
  /** Where its bytes lie; null when they are no longer there. */
  path(accountid: string, id: string): string | null
  drop(accountid: string, id: string): void
  /** Takes away what nobody came back to for a day. */
  sweep(accountid: string, now: Date): void
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DAY_MS = 86_400_000

export function draftsIn(data: string): Drafts {
  const folderOf = (accountid: string) => join(data, 'imports', accountid)
  const pathOf = (accountid: string, id: string, kind: 'list' | 'json') =>
    join(folderOf(accountid), `${id}.${kind}`)
  const isName = (accountid: string, id: string) => ID.test(id) && ID.test(accountid)

  async function put(path: string, content: string | Uint8Array) {
    await writeFile(`${path}.new`, content, { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  function read(accountid: string, id: string): Draft | null {
    const path = pathOf(accountid, id, 'json')
    if (!isName(accountid, id) || !existsSync(path)) return null
    return JSON.parse(readFileSync(path, 'utf8')) as Draft
  }

  function drop(accountid: string, id: string) {
    for (const kind of ['list', 'json'] as const) rmSync(pathOf(accountid, id, kind), { force: true })
  }

  function path(accountid: string, id: string) {
    const from = pathOf(accountid, id, 'list')
    return isName(accountid, id) && existsSync(from) ? from : null
  }

  return {
    read,
    drop,
    save: (accountid, draft) => put(pathOf(accountid, draft.id, 'json'), JSON.stringify(draft)),
    async add(accountid, draft, bytes) {
      mkdirSync(folderOf(accountid), { recursive: true })
      await put(pathOf(accountid, draft.id, 'list'), bytes)
      await put(pathOf(accountid, draft.id, 'json'), JSON.stringify(draft))
    },
    path,
    bytes(accountid, id) {
      const from = path(accountid, id)
      return from ? readFileSync(from) : null
    },
    sweep(accountid, now) {
      const folder = folderOf(accountid)
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        const path = join(folder, name)
        if (now.getTime() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { force: true })
      }
    },
  }
}
