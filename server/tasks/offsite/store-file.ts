import { open } from 'node:fs/promises'
import { addPiece, isPieceKnown } from '#db/queries/offsite.ts'
import type { Copier } from './copier.ts'
import { type CopiedFile, piecesFolder } from './copy-manifest.ts'
import { pieceName } from './seal.ts'
import { putSealed } from './store.ts'

const PIECE_BYTES = 4 * 1024 * 1024
/** Of one file, and in memory. */
const AT_ONCE = 4

/** Puts what the place has not yet, so that a run that was cut off goes on where it stood. */
export async function storeFile(
  copier: Copier,
  subject: string,
  path: string,
  from: string,
): Promise<CopiedFile> {
  const file = await open(from, 'r')
  try {
    const whole = new Bun.CryptoHasher('sha256')
    const pieces: string[] = []
    let bytes = 0
    for (let batch = await readPieces(file); batch.length > 0; batch = await readPieces(file)) {
      for (const piece of batch) {
        whole.update(piece)
        bytes += piece.length
      }
      pieces.push(...(await Promise.all(batch.map((piece) => storePiece(copier, subject, piece)))))
    }
    return { path, bytes, sha256: whole.digest('hex'), pieces }
  } finally {
    await file.close()
  }
}

export async function storePiece({ db, store }: Copier, subject: string, bytes: Uint8Array): Promise<string> {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const name = pieceName(store.key, sha256)
  if (isPieceKnown(db, subject, name)) return name
  await putSealed(store, `${piecesFolder(subject)}/${name}`, bytes)
  addPiece(db, subject, name)
  return name
}

type Handle = Awaited<ReturnType<typeof open>>

async function readPieces(file: Handle): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  while (pieces.length < AT_ONCE) {
    const piece = await readPiece(file)
    if (piece.length > 0) pieces.push(piece)
    if (piece.length < PIECE_BYTES) break
  }
  return pieces
}

async function readPiece(file: Handle): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  let filled = 0
  while (filled < PIECE_BYTES) {
    const { bytesRead } = await file.read(buffer, filled, PIECE_BYTES - filled, null)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
