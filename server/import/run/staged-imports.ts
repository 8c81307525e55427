import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ColumnChoices } from '#server/import/map/column-choices.ts'
import type { FileInspection } from '#server/import/read/inspect-file.ts'
import type { WriteOptions } from '#server/import/write/write-options.ts'
import { DAY_MS } from '#server/instants.ts'
import type { ImportSource } from '#views/settings/imports/start-again.tsx'
import type { DryRunReport } from './list-run.ts'

export type StagedImport = {
  id: string
  recordType: string
  filename: string
  /** Where it was fetched from, where nobody chose a file. */
  source?: ImportSource
  inspection: FileInspection
  choices: ColumnChoices
  match: WriteOptions['match']
  dryRun?: DryRunReport
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `imports/<account id>/` in the data folder: uploaded bytes, and beside them what was chosen. */
export class StagedImportStore {
  constructor(private readonly data: string) {}

  read(accountid: string, id: string): StagedImport | null {
    const path = this.#file(accountid, id, 'json')
    if (!isName(accountid, id) || !existsSync(path)) return null
    return fromStored(JSON.parse(readFileSync(path, 'utf8')))
  }

  async add(accountid: string, staged: StagedImport, bytes: Uint8Array): Promise<void> {
    mkdirSync(this.#folder(accountid), { recursive: true })
    await replaceFile(this.#file(accountid, staged.id, 'list'), bytes)
    await this.save(accountid, staged)
  }

  save(accountid: string, staged: StagedImport): Promise<void> {
    return replaceFile(this.#file(accountid, staged.id, 'json'), JSON.stringify(toStored(staged)))
  }

  path(accountid: string, id: string): string | null {
    const path = this.#file(accountid, id, 'list')
    return isName(accountid, id) && existsSync(path) ? path : null
  }

  bytes(accountid: string, id: string): Uint8Array | null {
    const path = this.path(accountid, id)
    return path ? readFileSync(path) : null
  }

  /** Kept for a day, also when the others of its rows have come in. */
  refusedPath(accountid: string, id: string): string {
    return this.#file(accountid, id, 'refused.csv')
  }

  hasRefusedRows(accountid: string, id: string): boolean {
    return isName(accountid, id) && existsSync(this.refusedPath(accountid, id))
  }

  refusedRows(accountid: string, id: string): Uint8Array | null {
    return this.hasRefusedRows(accountid, id) ? readFileSync(this.refusedPath(accountid, id)) : null
  }

  remove(accountid: string, id: string) {
    for (const kind of ['list', 'json'] as const) rmSync(this.#file(accountid, id, kind), { force: true })
  }

  removeExpired(accountid: string, now: Date) {
    const folder = this.#folder(accountid)
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const path = join(folder, name)
      // Another upload may have renamed its file meanwhile.
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
      if (mtimeMs && now.getTime() - mtimeMs > DAY_MS) rmSync(path, { force: true })
    }
  }

  #folder(accountid: string) {
    return join(this.data, 'imports', accountid)
  }

  #file(accountid: string, id: string, kind: 'list' | 'json' | 'refused.csv') {
    return join(this.#folder(accountid), `${id}.${kind}`)
  }
}

const isName = (accountid: string, id: string) => ID.test(id) && ID.test(accountid)

async function replaceFile(path: string, content: string | Uint8Array) {
  await writeFile(`${path}.new`, content, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** Names on disk, which one staged by an earlier version has too. */
type StoredStagedImport = Omit<StagedImport, 'recordType' | 'inspection' | 'dryRun'> & {
  noun: string
  look: FileInspection
  trial?: DryRunReport
}

const fromStored = ({ noun, look, trial, ...staged }: StoredStagedImport): StagedImport => ({
  ...staged,
  recordType: noun,
  inspection: look,
  // One of an earlier version does not say which rows could come in: it is made again.
  dryRun: trial && 'good' in trial ? trial : undefined,
})

const toStored = ({ recordType, inspection, dryRun, ...staged }: StagedImport): StoredStagedImport => ({
  ...staged,
  noun: recordType,
  look: inspection,
  trial: dryRun,
})
