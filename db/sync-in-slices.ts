import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'

const SLICE_BYTES = 8 * 1024 * 1024
/** In which the others get their commits onto the disk. */
const PAUSE_MS = 10

/**
 * Puts a file that was written without a sync in its place, on the disk for good. Synced at once, hundreds of MB hold up
 * every commit that comes meanwhile. It takes its room twice, and its time: for threads alone.
 */
export function syncInSlices(from: string, to: string) {
  const begun = `${to}.part`
  const [source, target] = [openSync(from, 'r'), openSync(begun, 'wx', 0o600)]
  try {
    const slice = Buffer.allocUnsafe(SLICE_BYTES)
    for (let size = readSync(source, slice); size > 0; size = readSync(source, slice)) {
      for (let at = 0; at < size; ) at += writeSync(target, slice, at, size - at)
      fdatasyncSync(target)
      Bun.sleepSync(PAUSE_MS)
    }
    fsyncSync(target)
    renameSync(begun, to)
  } catch (error) {
    rmSync(begun)
    throw error
  } finally {
    closeSync(source)
    closeSync(target)
    rmSync(from)
  }
}
