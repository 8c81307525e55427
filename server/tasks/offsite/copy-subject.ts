import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tenantPath } from '#db/data-folder.ts'
import { platformPath } from '#db/platform.ts'
import {
  addCopy,
  addUpload,
  findSubject,
  findUpload,
  isPieceKnown,
  PLATFORM,
  writeSubject,
} from '#db/queries/offsite.ts'
import { type AccountName, accountRecord } from '#db/queries/platform/registry.ts'
import { snapshotToRead } from '#db/snapshot.ts'
import { semaphore } from '#server/semaphore.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { withStagingFolder } from '../archive/staging-folder.ts'
import type { Copier } from './copier.ts'
import { type CopiedFile, copiesFolder, copyName, namedBy, newManifest } from './copy-manifest.ts'
import { readMark } from './find-changes.ts'
import { readFromPlace } from './known-copies.ts'
import { PlaceProblem } from './places/place.ts'
import { putSealed, toJson } from './store.ts'
import { storeFile, storePiece } from './store-file.ts'

const LISTED = 1000
const FILES_AT_ONCE = 4

export const PLATFORM_NAME: AccountName = { id: PLATFORM, name: 'The platform' }

/** Where copies are made; what a run that was cut off left there goes with the next. */
export const makingFolder = (data: string) => join(data, 'offsite-making')

/**
 * Data first, uploads after it, so that every file that the data names is there; the manifest last. Null: the newest
 * copy holds the same.
 */
export async function copySubject(copier: Copier, subject: AccountName): Promise<string | null> {
  const { data, db, store, clock } = copier
  const { id } = subject
  await readFromPlace(copier, id)
  const mark = readMark(data, id)
  const madeutc = clock().toISOString()
  const own = await withStagingFolder(join(makingFolder(data), id), (folder) =>
    copyData(copier, subject, folder),
  )
  const uploads = id === PLATFORM ? [] : await copyUploads(copier, id)
  const lists = await storeLists(copier, id, uploads)
  const before = findSubject(db, id)
  const content = contentHash([...own.map(({ path, sha256 }) => `${path} ${sha256}`), ...lists])
  const settled = { mark, changedutc: null, failure: '', failedutc: null }
  if (before?.content === content) {
    writeSubject(db, id, settled)
    return null
  }
  const ordinal = (before?.ordinal ?? 0) + 1
  const name = copyName(ordinal, madeutc)
  const about = { subject: id, name: subject.name, madeutc, files: own, lists }
  const manifest = newManifest(about, [...own, ...uploads])
  const path = `${copiesFolder(id)}/${name}`
  if (!(await putSealed(store, path, toJson(manifest), { unlessThere: true })))
    throw new PlaceProblem(`${path} is at ${store.shown} already: another program copies this folder there.`)
  addCopy(db, id, name, namedBy(manifest))
  const { bytes, count: files } = manifest
  writeSubject(db, id, { ...settled, ordinal, content, copiedutc: madeutc, bytes, files })
  return name
}

const contentHash = (lines: readonly string[]) =>
  new Bun.CryptoHasher('sha256').update(lines.join('\n')).digest('hex')

async function copyData(copier: Copier, { id }: AccountName, folder: string): Promise<CopiedFile[]> {
  const { data, store } = copier
  const copied: CopiedFile[] = []
  const take = async (path: string, from: string) => {
    copied.push(await storeFile(copier, id, path, from))
  }
  const snapshot = join(folder, 'snapshot')
  if (id === PLATFORM) {
    snapshotToRead(platformPath(data), snapshot)
    await take('platform.sqlite', snapshot)
    const secret = join(data, 'secret.key')
    // It opens what is encrypted in the files, so it goes where nobody but the owner reads.
    if (store.key && existsSync(secret)) await take('secret.key', secret)
  } else {
    snapshotToRead(tenantPath(data, id), snapshot)
    await take(`tenants/${id}.sqlite`, snapshot)
    const record = join(folder, 'record')
    writeFileSync(record, JSON.stringify(readPlatform(data, (db) => accountRecord(db, id)) ?? null))
    await take(`accounts/${id}.json`, record)
  }
  rmSync(snapshot)
  return copied
}

async function copyUploads(copier: Copier, id: string): Promise<CopiedFile[]> {
  const inTurns = semaphore(FILES_AT_ONCE)
  const found = listUploads(copier.data, id).map((path) => inTurns(() => copyUpload(copier, id, path)))
  return (await Promise.all(found)).filter((one) => one !== null)
}

/** An upload is moved from `incoming` once its record is saved: that folder is looked at first. Thumbnails are made anew. */
function listUploads(data: string, id: string): string[] {
  const folder = `files/${id}`
  const filesIn = (path: string) =>
    existsSync(join(data, path))
      ? readdirSync(join(data, path), { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => `${path}/${name}`)
      : []
  return [...filesIn(`${folder}/incoming`), ...filesIn(folder)].sort()
}

async function copyUpload(copier: Copier, id: string, path: string): Promise<CopiedFile | null> {
  const { data, db } = copier
  const from = join(data, path)
  // Moved meanwhile, it is found where it went.
  const size = statSync(from, { throwIfNoEntry: false })?.size
  if (size === undefined) return null
  const known = findUpload(db, id, path)
  const file = known?.bytes === size ? (JSON.parse(known.entry) as CopiedFile) : null
  if (file?.pieces.every((piece) => isPieceKnown(db, id, piece))) return file
  const stored = await storeFile(copier, id, path, from).catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stored) addUpload(db, { subject: id, path, bytes: stored.bytes, entry: JSON.stringify(stored) })
  return stored
}

/** A change of uploads changes one list, which the others of the account share. */
async function storeLists(copier: Copier, id: string, uploads: readonly CopiedFile[]): Promise<string[]> {
  const lists: string[] = []
  for (let at = 0; at < uploads.length; at += LISTED)
    lists.push(await storePiece(copier, id, toJson(uploads.slice(at, at + LISTED))))
  return lists
}
