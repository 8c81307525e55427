import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { semaphore } from '#server/semaphore.ts'
import {
  type CopiedFile,
  type CopyAt,
  type CopyManifest,
  copiesFolder,
  piecesFolder,
  showMoment,
} from './copy-manifest.ts'
import { listCopies } from './known-copies.ts'
import { PlaceProblem } from './places/place.ts'
import { fromJson, getSealed, type Store } from './store.ts'

const PIECES_AT_ONCE = 4
const FILES_AT_ONCE = 4
const SAFE_PATH = /^[\w@][\w.@-]*(\/[\w@][\w.@-]*)*$/

/** The newest, or the newest of that moment or before. Null: there is none. */
export async function findCopy({ place }: Store, subject: string, at?: string): Promise<CopyAt | null> {
  const copies = await listCopies(place, subject)
  return copies.findLast(({ madeutc }) => !at || madeutc <= at) ?? null
}

/** Its files, as they stood in the data folder, each held against its checksum. @throws PlaceProblem */
export async function fetchCopy(
  store: Store,
  subject: string,
  { name, madeutc }: CopyAt,
  into: string,
): Promise<CopyManifest> {
  const about = `copy of ${showMoment(madeutc)}`
  const path = `${copiesFolder(subject)}/${name}`
  const manifest = fromJson<CopyManifest>(await getSealed(store, path, `The ${about}`))
  if (manifest.subject !== subject) throw new PlaceProblem(`The ${about} is one of ${manifest.name}.`)
  const piece = (one: string) =>
    getSealed(store, `${piecesFolder(subject)}/${one}`, `A piece of the ${about} of ${manifest.name}`)
  const inTurns = semaphore(FILES_AT_ONCE)
  const fetched = (files: readonly CopiedFile[]) =>
    Promise.all(files.map((file) => inTurns(() => fetchFile(file, into, piece))))
  await fetched(manifest.files)
  for (const list of manifest.lists) await fetched(fromJson<CopiedFile[]>(await piece(list)))
  return manifest
}

async function fetchFile(
  { path, sha256, pieces }: CopiedFile,
  into: string,
  fetchPiece: (name: string) => Promise<Uint8Array>,
) {
  if (!SAFE_PATH.test(path)) throw new PlaceProblem(`The copy names a file outside its folder: ${path}.`)
  const to = join(into, path)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const file = await open(to, 'w', 0o600)
  const hash = new Bun.CryptoHasher('sha256')
  try {
    for (let at = 0; at < pieces.length; at += PIECES_AT_ONCE)
      for (const bytes of await Promise.all(pieces.slice(at, at + PIECES_AT_ONCE).map(fetchPiece))) {
        hash.update(bytes)
        await file.writeFile(bytes)
      }
  } finally {
    await file.close()
  }
  if (hash.digest('hex') !== sha256)
    throw new PlaceProblem(`The file ${path} of the copy is not as it was: its checksum does not fit.`)
}
