import { findSubject, replacePieces, writeSubject } from '#db/queries/offsite.ts'
import type { Copier } from './copier.ts'
import { type CopyAt, copiesFolder, piecesFolder, readCopyName } from './copy-manifest.ts'
import { type CopyPlace, lastName } from './places/place.ts'

/** Oldest first. */
export async function listCopies(place: CopyPlace, subject: string): Promise<CopyAt[]> {
  const found = await place.list(copiesFolder(subject))
  return found.map(({ name }) => readCopyName(lastName(name))).filter((one) => one !== null)
}

export const listPieces = async (place: CopyPlace, subject: string): Promise<string[]> =>
  (await place.list(piecesFolder(subject))).map(({ name }) => lastName(name))

/** Of a subject of which nothing is known here, be it new or its state lost. */
export async function readFromPlace({ db, store }: Copier, subject: string) {
  if (findSubject(db, subject)?.listed) return
  const [copies, pieces] = [await listCopies(store.place, subject), await listPieces(store.place, subject)]
  replacePieces(db, subject, pieces)
  const newest = copies.at(-1)
  writeSubject(db, subject, {
    listed: true,
    ordinal: newest?.ordinal ?? 0,
    copiedutc: newest?.madeutc ?? null,
  })
}
