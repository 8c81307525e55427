import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findIntegrityFaults } from '#db/snapshot.ts'
import { VERSION } from '#server/version.ts'
import { sha256 } from './sha256.ts'

const MANIFEST = 'manifest.json'
const FORMAT = 1

export type ArchivedAccount = { id: string; name: string; schema: number }
export type Manifest = {
  format: number
  joblane: string
  madeutc: string
  kind: 'account' | 'installation'
  accounts: ArchivedAccount[]
  files: { path: string; bytes: number; sha256: string }[]
}

type About = Pick<Manifest, 'kind' | 'accounts' | 'madeutc'>

type ListedFile = Manifest['files'][number]

/** `known`: files that were listed before and are the same. Returns all names, the manifest's last. */
export async function writeManifest(
  folder: string,
  about: About,
  known: ReadonlyMap<string, ListedFile> = new Map(),
): Promise<string[]> {
  const names = [...new Bun.Glob('**/*').scanSync({ cwd: folder, dot: true, onlyFiles: true })].sort()
  const files: Manifest['files'] = []
  for (const path of names) {
    const file = join(folder, path)
    files.push(known.get(path) ?? { path, bytes: statSync(file).size, sha256: await sha256(file) })
  }
  const manifest: Manifest = { format: FORMAT, joblane: VERSION, ...about, files }
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  return [...names, MANIFEST]
}

/** @throws with a sentence that names the first file that is not as it was */
export async function verifyFolder(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const { path, bytes, sha256: expected } of manifest.files) {
    const file = join(folder, path)
    if (!existsSync(file)) throw new Error(`The file ${path} is missing.`)
    if (statSync(file).size !== bytes || (await sha256(file)) !== expected)
      throw new Error(`The file ${path} is not as it was written: its checksum does not fit.`)
    const [fault] = path.endsWith('.sqlite') ? findIntegrityFaults(file) : []
    if (fault) throw new Error(`The database ${path} is not sound: ${fault}.`)
  }
  return manifest
}

export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new Error(`${folder} holds no backup: there is no ${MANIFEST}.`)
  const manifest = parse(readFileSync(path, 'utf8'))
  if (!manifest || !Array.isArray(manifest.files) || !Array.isArray(manifest.accounts))
    throw new Error(`The ${MANIFEST} in ${folder} cannot be read.`)
  if (manifest.format > FORMAT)
    throw new Error(`This was written by a newer Joblane (${manifest.joblane}). Use that version to read it.`)
  const odd = manifest.files.find(({ path }) => !/^[\w@][\w.@-]*(\/[\w@][\w.@-]*)*$/.test(path))
  if (odd) throw new Error(`The ${MANIFEST} names a file outside its folder: ${odd.path}.`)
  return manifest
}

function parse(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return null
  }
}
